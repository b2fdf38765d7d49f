import type { OutputOf } from '@/lib/contracts/contract'
import type { ValidateOutput as Contract } from '@/lib/contracts/quality/output'
import { EngineInputError, type InputIssue } from '@/lib/engine/input-error'
import { validateSchema } from './schema'
import { type ContentRules, validateContent } from './validate-content'

interface ValidateOutputInput {
  schema: unknown
  output: unknown
  content?: ContentRules | undefined
}

type OutputVerdict = OutputOf<Contract>

/**
 * Checks an output in two stages, schema then content. If the output violates the schema, or the schema is unusable, all errors of that
 * stage are returned and the content is not checked.
 * @throws {EngineInputError} on invalid rules.
 */
export function validateOutput({ schema, output, content }: ValidateOutputInput): OutputVerdict {
  refuseBadRules(content)
  const verdict = validateSchema(schema, output)
  if (verdict.ok !== true) {
    const errors =
      verdict.ok === false ? verdict.errors : [{ code: 'schema_error', path: '$', message: verdict.message }]
    return {
      valid: false,
      schemaValid: false,
      contentValid: null,
      stagesRun: ['schema'],
      errors: errors.map((error) => ({ ...error, severity: 'error' })),
    }
  }
  const errors = validateContent(output, content)
  const contentValid = errors.length === 0
  return { valid: contentValid, schemaValid: true, contentValid, stagesRun: ['schema', 'content'], errors }
}

function refuseBadRules({ minLength, maxLength }: ContentRules = {}) {
  const issues: InputIssue[] = []
  for (const [name, length] of Object.entries({ minLength, maxLength })) {
    if (length !== undefined && !(Number.isInteger(length) && length >= 0))
      issues.push({ path: `content.${name}`, message: 'must be a whole number from 0' })
  }
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength)
    issues.push({ path: 'content.minLength', message: 'must not be above maxLength' })
  if (issues.length > 0) throw new EngineInputError(issues)
}
