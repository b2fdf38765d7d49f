import { createReadStream } from 'node:fs'
import { type AuditCheck, verifyAudit } from '@/lib/contracts/audit'
import { formatPlural } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, exitHelp, UsageError } from '../exit-codes'
import { splitLines } from '../files'
import type { AddCommands } from '../terminal'

type Flags = ConnectionOptions & { head?: string; json?: boolean }

const HELP = `
With a file, as exported from the page "Audit log", no desk is contacted. The last line closes the export, so that a truncated file is
detected. Keep the printed head in another place: with --head a rewritten log is detected too.
${exitHelp({ [EXIT.ok]: 'no event was altered', [EXIT.failed]: 'an event was altered, is missing or misplaced, and is named; the file contains no events; or another failure' })}`

/** `veritas verify-audit`: recomputes the hash chain of the audit log, of the desk or of an export. */
export const verifyAuditCommand: AddCommands = (program, terminal, end) => {
  withConnection(
    program
      .command('verify-audit')
      .description('Verify the audit log of the desk, or an exported one. Names the first event that was altered.')
      .argument('[file.jsonl]', 'an exported log, verified offline')
      .option('--head <hash>', 'a head noted earlier: the log must still contain it', toHash)
      .option('--json', 'print the result as JSON')
      .addHelpText('after', HELP),
  ).action(async (file: string | undefined, { head, json, url, apiKey }: Flags) => {
    const desk = { url, apiKey }
    const check =
      file === undefined ? await connect(desk, terminal)(verifyAudit, { noted: head }) : await checkFile(file, head)
    if (json) terminal.out(JSON.stringify(check, null, 2))
    else for (const line of formatCheck(check)) terminal.out(line)
    end(check.ok ? EXIT.ok : EXIT.failed)
  })
}

function toHash(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  throw new UsageError('--head: must be a hash of 64 hexadecimal digits')
}

async function checkFile(file: string, head: string | undefined): Promise<AuditCheck> {
  // Imported lazily, so that the other commands start faster.
  const { checkExport } = await import('@/lib/operations/audit-log/check-export')
  const input = createReadStream(file, 'utf8')
  try {
    return await checkExport(splitLines(input), head)
  } finally {
    input.destroy()
  }
}

function formatCheck({ events, head, noted, fault }: AuditCheck): string[] {
  if (fault) return [fault.message, `${formatPlural(events, 'event')} from the first on as they were written`]
  if (!head) return ['the log is empty']
  const kept = noted === null ? [] : [`event ${noted} has the hash that was noted`]
  return [`${formatPlural(events, 'event')}, all as they were written`, ...kept, `head ${head.hash}`]
}
