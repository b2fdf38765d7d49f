/** An issue of an input: `path` like `weights.accuracy` or `rules[0].id`, `message` for people. */
export interface InputIssue {
  path: string
  message: string
}

/** Thrown when an input is well formed but cannot be scored meaningfully; adapters answer with an invalid-input error. */
export class EngineInputError extends Error {
  readonly issues: InputIssue[]

  constructor(issues: InputIssue[]) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '))
    this.name = 'EngineInputError'
    this.issues = issues
  }
}

/** Collects the issues of an input, so that all of them are reported together. */
export class InputCheck {
  private readonly issues: InputIssue[] = []

  /** Records an issue at `path` unless `holds`. */
  require(holds: boolean, path: string, message: string): void {
    if (!holds) this.issues.push({ path, message })
  }

  /** Records an issue unless `value` is a finite number of at least `min` and at most `max`. */
  requireNumber(value: unknown, path: string, min: number, max = Number.POSITIVE_INFINITY): void {
    const holds = typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max
    const range = max === Number.POSITIVE_INFINITY ? `of ${min} or more` : `from ${min} to ${max}`
    this.require(holds, path, `must be a finite number ${range}`)
  }

  /** Throws an {@link EngineInputError} with all issues recorded so far, if any. */
  throwIfAny(): void {
    if (this.issues.length > 0) throw new EngineInputError(this.issues)
  }
}
