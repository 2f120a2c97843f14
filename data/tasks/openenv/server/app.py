"""The server: `uvicorn server.app:app` in the folder above."""
import uvicorn
from openenv.core.env_server.http_server import create_app

from server.environment import Board, MinesweeperEnvironment, Reply

app = create_app(MinesweeperEnvironment, Reply, Board, env_name="sapper", max_concurrent_envs=64)


def main() -> None:
    uvicorn.run(app, host="127.0.0.1", port=8000)


if __name__ == "__main__":
    main()
