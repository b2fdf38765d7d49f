/**
 * Returns what this process keeps under a name, made at the first call. Every bundle of the server loads its own copy of each module, and a
 * development reload loads them again: what must exist once cannot be a variable of a module.
 */
export function processWide<T>(name: ProcessWideName, make: () => T): T {
  const value = state[name] ?? make()
  state[name] = value
  return value as T
}

/** Replaces what this process keeps under a name; undefined has it made again. */
export function setProcessWide(name: ProcessWideName, value: unknown): void {
  state[name] = value
}

type ProcessWideName = `veritas${string}`

const state = globalThis as { [name: ProcessWideName]: unknown }
