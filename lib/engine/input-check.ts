import { EngineInputError, type InputIssue } from '@/lib/engine/input-error'

/** Collects the faults of an input, so that all of them are told at once. */
export class InputCheck {
  private readonly issues: InputIssue[] = []

  /** Notes a fault at `path` unless `holds`. */
  require(holds: boolean, path: string, message: string): void {
    if (!holds) this.issues.push({ path, message })
  }

  /** Notes a fault unless `value` is a finite number of at least `min` and at most `max`. */
  requireNumber(value: unknown, path: string, min: number, max = Number.POSITIVE_INFINITY): void {
    const holds = typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
    const range = max === Number.POSITIVE_INFINITY ? `of ${min} or more` : `from ${min} to ${max}`
    this.require(holds, path, `must be a finite number ${range}`)
  }

  /** Throws an {@link EngineInputError} with every fault noted so far, if there is any. */
  throwIfAny(): void {
    if (this.issues.length > 0) throw new EngineInputError(this.issues)
  }
}
