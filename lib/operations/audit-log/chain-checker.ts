import { createHash } from 'node:crypto'
import type { AuditCheck } from '@/lib/contracts/audit'
import {
  CHAIN_START,
  type ChainEnd,
  type ChainedEvent,
  type ChainFault,
  checkChain,
} from '@/lib/engine/audit/check-chain'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Checks a chain page by page, and remembers which event has the hash that was noted. Touches no database. */
export class ChainChecker {
  end: ChainEnd = CHAIN_START
  fault: ChainFault | null = null
  noted: number | null = null

  constructor(private readonly hash?: string | undefined) {}

  /** Whether there is any use in going on. */
  take(events: readonly ChainedEvent[]): boolean {
    const { end, fault } = checkChain(this.end, events, sha256)
    this.noted ??= events.find(({ seq, hash }) => seq <= end.seq && hash === this.hash)?.seq ?? null
    this.end = end
    this.fault = fault
    return fault === null
  }

  /** What was found; `fault` is one that only whoever knows the whole log can see. */
  result(fault: ChainFault | null = null): AuditCheck {
    const { seq } = this.end
    const found = this.fault ?? fault ?? this.rewritten()
    return { ok: found === null, events: seq, head: seq === 0 ? null : this.end, noted: this.noted, fault: found }
  }

  private rewritten(): AuditCheck['fault'] {
    if (this.hash === undefined || this.noted !== null) return null
    const message =
      'no event has the hash that was noted: the log was cut off before it or written anew, or is another one'
    return { seq: 1, kind: 'rewritten', message }
  }
}
