import { z } from 'zod'
import type { AuditCheck } from '@/lib/contracts/audit'
import type { ChainedEvent, ChainFault } from '@/lib/engine/audit/check-chain'
import { ChainChecker } from './chain-checker'
import { hasTwinKeys } from './twin-keys'

const chained = z.object({ seq: z.number().int(), prevHash: z.string(), hash: z.string() })

/**
 * Checks an exported log, line by line and without a desk. What was cut off at its end shows only against a hash that was
 * noted after it. A file without an event is no log: nothing of it was verified.
 */
export async function checkExport(lines: AsyncIterable<string>, noted: string | undefined): Promise<AuditCheck> {
  const checker = new ChainChecker(noted)
  let number = 0
  for await (const line of lines) {
    number++
    if (line.trim() === '') continue
    const event = readEvent(line)
    if (event === null) {
      const message = `line ${number} is not an event as it was exported`
      return checker.result({ seq: checker.end.seq + 1, kind: 'altered', message })
    }
    if (!checker.take([event])) return checker.result()
  }
  return checker.result(checker.end.seq === 0 ? EMPTY : null)
}

const EMPTY: ChainFault = { seq: 1, kind: 'missing', message: 'the file holds no event: nothing was verified' }

/** The event with everything the line holds, since all of it was hashed; null where it is none. */
function readEvent(line: string): ChainedEvent | null {
  try {
    const event: ChainedEvent = JSON.parse(line)
    return chained.safeParse(event).success && !hasTwinKeys(line, event) ? event : null
  } catch {
    return null
  }
}
