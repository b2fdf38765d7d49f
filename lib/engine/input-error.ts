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
