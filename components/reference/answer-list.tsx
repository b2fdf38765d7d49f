import type { OpenApiDocument, OperationObject } from '@/lib/contracts/openapi'
import { FoldedFields } from './field-list'
import { answersOf } from './reference-model'
import { Words } from './words'

/** The anchor where a refusal is explained once for all operations. */
export const errorAnchor = (status: string) => `error-${status}`

/** What may come back: the fields of a success folded away, the refusals by their status. */
export function AnswerList({ document, operation }: { document: OpenApiDocument; operation: OperationObject }) {
  const answers = answersOf(document, operation)
  const refusals = answers.filter(({ isShared }) => isShared)
  return (
    <ul className="divide-y border-y text-sm">
      {answers
        .filter(({ isShared }) => !isShared)
        .map(({ status, response }) => {
          const schema = response.content?.['application/json']?.schema
          return (
            <li key={status} className="flex gap-3 py-2">
              <span className="font-medium font-mono text-xs leading-5">{status}</span>
              <div className="min-w-0 flex-1 text-ink-2">
                <Words text={response.description} />
                {schema && <FoldedFields schema={schema} of={`the answer ${status} of ${operation.operationId}`} />}
              </div>
            </li>
          )
        })}
      {refusals.length > 0 && (
        <li className="flex flex-wrap gap-x-3 py-2 text-ink-2">
          Refusals:
          {refusals.map(({ status }) => (
            <a key={status} href={`#${errorAnchor(status)}`} className="link font-mono text-xs leading-5">
              {status}
            </a>
          ))}
        </li>
      )}
    </ul>
  )
}
