import { Badge } from '@/components/ui/badge'
import type { OpenApiDocument } from '@/lib/contracts/openapi'
import { AnswerList } from './answer-list'
import { FieldList, ParameterList } from './field-list'
import { OperationExamples } from './operation-examples'
import { bodySchemaOf, parametersOf, type ReferenceEntry } from './reference-model'
import { Words } from './words'

/** The same operation under the names it has in the other ways in. */
export type Elsewhere = { mcp?: readonly string[]; cli?: string | undefined }

type OperationSectionProps = { document: OpenApiDocument; entry: ReferenceEntry; elsewhere?: Elsewhere }

export function OperationSection({ document, entry, elsewhere }: OperationSectionProps) {
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
          <Words text={summary} />
        </p>
        <p className="mt-2 flex max-w-prose flex-wrap items-baseline gap-2 text-ink-2 text-sm">
          {operation['x-veritas-scope'] && <Badge>{operation['x-veritas-scope']}</Badge>}
          <span className="min-w-0 flex-1">
            <Words text={description} />
          </span>
        </p>
        {elsewhere && <ElsewhereLine {...elsewhere} />}
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

function ElsewhereLine({ mcp = [], cli }: Elsewhere) {
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
