import { spawn } from 'node:child_process'

/** What a command did: what it printed, or why that is not known. */
export type CommandOutcome = { text: string } | { error: { message: string; code?: string } }

export type CommandLimits = { timeoutMs: number; maxBytes: number; signal?: AbortSignal }

const MAX_STDERR = 2000

/**
 * Runs a command line in the shell with `input` on its standard input. A command that ends with another code than 0, hangs or
 * prints too much is an outcome and not an exception; all that it started ends with it.
 */
export function runCommand(
  line: string,
  input: string,
  { timeoutMs, maxBytes, signal: interruption }: CommandLimits,
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(line, { shell: true, stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32' })
    const printed: Buffer[] = []
    let size = 0
    let complaint = ''
    const end = (outcome: CommandOutcome) => {
      clearTimeout(timer)
      interruption?.removeEventListener('abort', onInterrupt)
      stop(child.pid)
      resolve(outcome)
    }
    const onInterrupt = () => end({ error: { message: 'interrupted' } })
    interruption?.addEventListener('abort', onInterrupt)
    const timer = setTimeout(() => {
      end({ error: { message: `the command gave no run within ${timeoutMs / 1000} s`, code: 'ETIMEDOUT' } })
    }, timeoutMs)
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxBytes) end({ error: { message: `the command printed more than ${maxBytes} bytes` } })
      else printed.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint = `${complaint}${part}`.slice(-MAX_STDERR)
    })
    // A command that reads nothing closes the pipe; what it prints still counts.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', (error) => end({ error: { message: `the command cannot be started: ${error.message}` } }))
    child.on('close', (code, signal) => {
      if (code === 0) return end({ text: Buffer.concat(printed).toString('utf8') })
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`
      end({ error: { message: `the command ${how}${complaint.trim() === '' ? '' : `: ${complaint.trim()}`}` } })
    })
  })
}

function stop(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
