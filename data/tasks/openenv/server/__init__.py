"""Games of Minesweeper as an environment of OpenEnv."""
