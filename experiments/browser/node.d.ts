// What the package uses of Node.
declare module 'node:fs/promises' {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module 'node:url' {
  export function pathToFileURL(path: string): URL;
}
declare module 'node:worker_threads' {
  export class Worker {
    constructor(script: URL);
    on(event: 'message', listener: (data: any) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    postMessage(message: any): void;
    terminate(): void;
    ref(): void;
    unref(): void;
  }
  export const parentPort: unknown;
}
