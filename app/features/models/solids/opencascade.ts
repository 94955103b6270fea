import { createRequire } from 'node:module'
import init, { type OpenCascadeInstance } from 'replicad-opencascadejs'

/** OpenCascade as WebAssembly. Its types lack the memory, in which meshes are. */
export type OpenCascade = OpenCascadeInstance & { readonly wasmMemory: WebAssembly.Memory }

let started: Promise<OpenCascade> | undefined

/** Starts OpenCascade once in this process: about 1 s and 160 MB, which are not given back before the process ends. */
export function startOpenCascade(): Promise<OpenCascade> {
  started ??= init({
    // What it prints about each file that it writes is no news.
    print: () => undefined,
    printErr: () => undefined,
    locateFile: () => createRequire(import.meta.url).resolve('replicad-opencascadejs/wasm'),
  }) as Promise<OpenCascade>
  return started
}

const PAGE_BYTES = 65_536

/** Calls `onFull` when OpenCascade wants more memory than that. It would take up to 4 GB. */
export function limitMemory({ wasmMemory }: OpenCascade, bytes: number, onFull: () => never): void {
  const grow = wasmMemory.grow.bind(wasmMemory)
  wasmMemory.grow = (pages) =>
    wasmMemory.buffer.byteLength + pages * PAGE_BYTES > bytes ? onFull() : grow(pages)
}

/** Keeps what OpenCascade made until the work that needs it ends. */
export type Keep = <T extends { delete(): void }>(value: T) => T

/**
 * Runs work and then frees what it kept. JavaScript's garbage collector does not free memory of WebAssembly. What the work
 * returns must not be kept by it.
 */
export function freeing<T>(work: (keep: Keep) => T): T {
  const kept: { delete(): void }[] = []
  try {
    return work((value) => {
      kept.push(value)
      return value
    })
  } finally {
    for (const value of kept.reverse()) value.delete()
  }
}
