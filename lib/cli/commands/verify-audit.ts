import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { type AuditCheck, verifyAudit } from '@/lib/contracts/audit'
import { formatPlural } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, type ExitCode, exitHelp, UsageError } from '../exit-codes'
import { splitLines } from '../files'
import type { Terminal } from '../terminal'

type Flags = ConnectionOptions & { head?: string; json?: boolean }

const HELP = `
With a file, which is what the page "Audit log" exports, no desk is asked. Its last line closes it, so that a file that was cut off is
found. Keep the head that this prints somewhere else: with --head it also finds a log that was written anew.
${exitHelp({ [EXIT.ok]: 'every event is as it was written', [EXIT.failed]: 'one was altered, is missing or misplaced: it is named; the file holds none; or it failed' })}`

/** `veritas verify-audit`: recomputes the chain of the audit log, of the desk or of an export. */
export function verifyAuditCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  withConnection(
    program
      .command('verify-audit')
      .description('Verify the audit log of the desk, or an exported one. Names the first event that was altered.')
      .argument('[file.jsonl]', 'an exported log, verified offline')
      .option('--head <hash>', 'a head that was noted earlier: the log has to hold it still', toHash)
      .option('--json', 'print the result as JSON')
      .addHelpText('after', HELP),
  ).action(async (file: string | undefined, { head, json, url, apiKey }: Flags) => {
    const desk = { url, apiKey }
    const check =
      file === undefined ? await connect(desk, terminal)(verifyAudit, { noted: head }) : await checkFile(file, head)
    if (json) terminal.out(JSON.stringify(check, null, 2))
    else for (const line of tell(check)) terminal.out(line)
    end(check.ok ? EXIT.ok : EXIT.failed)
  })
}

function toHash(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new UsageError('--head: must be a hash of 64 hexadecimal digits')
}

async function checkFile(file: string, head: string | undefined): Promise<AuditCheck> {
  // Loaded only here: the other commands start without it.
  const { checkExport } = await import('@/lib/operations/audit-log/check-export')
  const input = createReadStream(file, 'utf8')
  try {
    return await checkExport(splitLines(input), head)
  } finally {
    input.destroy()
  }
}

function tell({ events, head, noted, fault }: AuditCheck): string[] {
  if (fault) return [fault.message, `${formatPlural(events, 'event')} from the first on as they were written`]
  if (!head) return ['the log is empty']
  const kept = noted === null ? [] : [`event ${noted} has the hash that was noted`]
  return [`${formatPlural(events, 'event')}, all as they were written`, ...kept, `head ${head.hash}`]
}
