import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import type { ExampleObject, OpenApiDocument, OperationObject } from '@/lib/contracts/openapi'
import { curlOf, foldJson } from './curl-of'
import { FieldList, FoldedFields, ParameterList } from './field-list'
import { OriginCode } from './origin-code'
import { answersOf, bodySchemaOf, parametersOf, type ReferenceEntry } from './reference-model'
import { TextWithCode } from './text-with-code'

/** Names of an operation in the other interfaces. */
export type OtherNames = { mcp?: readonly string[]; cli?: string | undefined }

type OperationSectionProps = { document: OpenApiDocument; entry: ReferenceEntry; otherNames?: OtherNames }

export function OperationSection({ document, entry, otherNames }: OperationSectionProps) {
  const { method, path, operation } = entry
  const { operationId, summary, description, requestBody } = operation
  const parameters = parametersOf(document, operation)
  const body = bodySchemaOf(document, operation)
  return (
    <section
      id={operationId}
      data-entry={operationId}
      aria-labelledby={`${operationId}-title`}
      className="scroll-mt-12 gap-8 max-lg:scroll-mt-26 border-t py-8 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="min-w-0">
        <h3 id={`${operationId}-title`} className="break-words font-mono text-base">
          <a href={`#${operationId}`} className="hover:underline">
            {operationId}
          </a>
        </h3>
        <p className="mt-1 break-all font-mono text-ink-2 text-xs">
          <span className="font-semibold text-ink uppercase">{method}</span> {path}
        </p>
        <p className="mt-3 max-w-prose">
          <TextWithCode text={summary} />
        </p>
        <p className="mt-2 flex max-w-prose flex-wrap items-baseline gap-2 text-ink-2 text-sm">
          {operation['x-veritas-scope'] && <Badge>{operation['x-veritas-scope']}</Badge>}
          <span className="min-w-0 flex-1">
            <TextWithCode text={description} />
          </span>
        </p>
        {otherNames && <OtherNamesLine {...otherNames} />}
        {parameters.length > 0 && (
          <Part title="Parameters">
            <ParameterList parameters={parameters} />
          </Part>
        )}
        {body && (Object.keys(body.properties ?? {}).length > 0 || !body.properties) && (
          <Part title="Body">
            {requestBody?.description && <p className="pb-2 text-ink-2 text-sm">{requestBody.description}</p>}
            <FieldList schema={body} />
          </Part>
        )}
        <Part title="Answers">
          <AnswerList document={document} operation={operation} />
        </Part>
      </div>
      <OperationExamples entry={entry} />
    </section>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mt-6">
      <h4 className="eyebrow mb-1.5">{title}</h4>
      {children}
    </div>
  )
}

function OtherNamesLine({ mcp = [], cli }: OtherNames) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {mcp.length > 0 && (
        <>
          <dt className="text-ink-3">MCP tool</dt>
          <dd className="break-words font-mono text-xs leading-5">{mcp.join(', ')}</dd>
        </>
      )}
      {cli && (
        <>
          <dt className="text-ink-3">Command line</dt>
          <dd className="break-words font-mono text-xs leading-5">{cli}</dd>
        </>
      )}
    </dl>
  )
}

/** Returns the anchor of an error response that is shared by all operations. */
export const errorAnchor = (status: string) => `error-${status}`

/** Responses of an operation: collapsed fields for success, status codes for errors. */
function AnswerList({ document, operation }: { document: OpenApiDocument; operation: OperationObject }) {
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
                <TextWithCode text={response.description} />
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

/** Example request and response of an operation. */
function OperationExamples({ entry }: { entry: ReferenceEntry }) {
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
