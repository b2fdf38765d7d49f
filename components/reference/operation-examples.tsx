import { CodeBlock } from '@/components/ui/code-block'
import type { ExampleObject } from '@/lib/contracts/openapi'
import { curlOf } from './curl-of'
import { foldJson } from './fold-json'
import { OriginCode } from './origin-code'
import type { ReferenceEntry } from './reference-model'

/** How to call an operation, and what it answers, beside its description. */
export function OperationExamples({ entry }: { entry: ReferenceEntry }) {
  const { requestBody, responses } = entry.operation
  const bodies = Object.values(requestBody?.content['application/json']?.examples ?? {})
  const answers = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && 'content' in response
      ? Object.values(response.content?.['application/json']?.examples ?? {})
      : [],
  )
  const command = curlOf(entry, bodies[0]?.value)
  if (command === null && bodies.length === 0) return null
  return (
    <div className="mt-6 min-w-0 space-y-3 xl:sticky xl:top-18 xl:mt-0 xl:self-start">
      {command === null ? (
        bodies.map((body) => <Example key={foldJson(body.value)} title="Body" example={body} />)
      ) : (
        <>
          <OriginCode title="Terminal" code={command} />
          {bodies.slice(1).map((body) => (
            <Example key={foldJson(body.value)} title="Or this body" example={body} />
          ))}
        </>
      )}
      {answers.map((answer) => (
        <Example key={foldJson(answer.value)} title="Answer" example={answer} />
      ))}
    </div>
  )
}

function Example({ title, example: { summary, value } }: { title: string; example: ExampleObject }) {
  return <CodeBlock title={summary ?? title} code={foldJson(value)} />
}
