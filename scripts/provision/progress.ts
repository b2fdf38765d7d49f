import './ignore-output-errors.mjs'

/** An error that the person at the terminal can act on: printed as is, without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Announces that something takes a while. */
export function announce(line: string) {
  process.stdout.write(`· ${line} …\n`)
}

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

/** Runs one step and prints a line with its label and the seconds it took. `work` may add a remark to the line. */
export async function step<T>(label: string, work: (remark: (text: string) => void) => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  let note = ''
  try {
    const result = await work((text) => {
      note = `: ${text}`
    })
    print(`✓ ${label}${note}  ${secondsSince(startedAt)}`)
    return result
  } catch (error) {
    print(`✗ ${label}  ${secondsSince(startedAt)}`)
    throw error
  }
}

/** Announces at intervals for how long a piece of work has been going on. */
export async function announcingTime<T>(label: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const timer = setInterval(() => announce(`${label}, ${Math.round((performance.now() - startedAt) / 1000)} s`), 15_000)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

export function secondsSince(startedAt: number) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

const plainErrors = ['Refusal', 'EnvError', 'MigrationError', 'SchemaConnectorError']

/** Runs a task and exits: with 1 after a refusal, which is printed as is, or another error, printed with its stack. */
export async function runTask(task: () => Promise<number | undefined>) {
  try {
    process.exit((await task()) ?? 0)
  } catch (error) {
    const isPlain = error instanceof Error && plainErrors.includes(error.name)
    process.stderr.write(`\n${isPlain ? error.message : error instanceof Error ? error.stack : error}\n`)
    process.exit(1)
  }
}

/** Returns a signal that aborts at the first request to stop: Ctrl-C, SIGTERM, SIGHUP, or the end of the parent process. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  process.on('disconnect', () => stop.abort())
  return stop.signal
}

/**
 * Resolves like `work`, unless a stop is requested first; `work` is then ignored.
 * @throws the reason of the stop
 */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  work.catch(() => undefined)
  const stopped = untilStopped(stop).then(() => stop.throwIfAborted())
  return Promise.race([work, stopped as Promise<never>])
}

/** Resolves when a stop is requested. */
export function untilStopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve()
    stop.addEventListener('abort', () => resolve(), { once: true })
  })
}
