import Markdown from 'react-markdown'
import { ThemeToggle } from '@/components/shell/theme-toggle'
import { SkipLink, Wordmark } from '@/components/shell/wordmark'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { OpenApiDocument, ResponseObject, SchemaObject } from '@/lib/contracts/openapi'
import { valuesOf } from './describe-schema'
import { FoldedFields } from './field-list'
import { errorAnchor, OperationSection, type OtherNames } from './operation-section'
import { groupsOf, nameOf, type ReferenceEntry, type ReferenceGroup, shapeAnchor } from './reference-model'
import { type NavGroup, ReferenceNav } from './reference-nav'
import { TextWithCode } from './text-with-code'

type ReferenceScreenProps = {
  document: OpenApiDocument
  /** Names in MCP and the CLI, by operation id. */
  otherNames: Readonly<Record<string, OtherNames>>
  isSignedIn: boolean
}

/** API reference on one page, generated from the OpenAPI document. */
export function ReferenceScreen({ document, otherNames, isSignedIn }: ReferenceScreenProps) {
  const groups = groupsOf(document)
  const { info, components } = document
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-20 border-b bg-paper">
        <div className="mx-auto flex h-12 w-full max-w-[96rem] items-center gap-1 px-[min(1rem,5vw)] lg:px-8">
          <div className="mr-auto -ml-5">
            <Wordmark href="/" />
          </div>
          <ThemeToggle />
          <Link className={buttonClass({ size: 'sm' })} href={isSignedIn ? '/' : '/signin'}>
            {isSignedIn ? 'Open the desk' : 'Sign in'}
          </Link>
        </div>
      </header>
      <div className="mx-auto w-full max-w-[96rem] px-4 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10 lg:px-8">
        <ReferenceNav groups={navOf(groups, Object.keys(components.schemas))} />
        <main id="main" tabIndex={-1} className="min-w-0 pt-6 pb-24 outline-none">
          <PageHeader
            title="API reference"
            headline={`${count} operations, version ${info.version}.`}
            actions={
              <a className={buttonClass({ size: 'sm' })} href="/api/v1/openapi.json">
                OpenAPI 3.1 document
              </a>
            }
          />
          <div className="max-w-prose space-y-3 pb-8 text-ink-2 [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-xs [&_strong]:font-semibold [&_strong]:text-ink">
            <Markdown>{info.description}</Markdown>
          </div>
          {groups.map(({ tag, entries }) => (
            <div key={tag.name} className="pt-6">
              <h2 className="text-lg">{tag.name}</h2>
              <p className="mt-0.5 max-w-prose pb-4 text-ink-2">
                <TextWithCode text={tag.description} />
              </p>
              {entries.map((entry) => (
                <OperationSection
                  key={entry.operation.operationId}
                  document={document}
                  entry={entry}
                  otherNames={otherNames[entry.operation.operationId]}
                />
              ))}
            </div>
          ))}
          <ErrorSection responses={components.responses} operations={groups.flatMap(({ entries }) => entries)} />
          <div className="pt-10">
            <h2 className="text-lg">Shapes</h2>
            <p className="mt-0.5 pb-4 text-ink-2">Shared by several operations.</p>
            {Object.entries(components.schemas).map(([name, schema]) => (
              <ShapeSection key={name} name={name} schema={schema} />
            ))}
          </div>
        </main>
      </div>
    </>
  )
}

function navOf(groups: readonly ReferenceGroup[], shapes: readonly string[]): NavGroup[] {
  const operations = groups.map(({ tag, entries }) => ({
    title: tag.name,
    entries: entries.map(({ method, path, operation: { operationId, summary } }) => ({
      id: operationId,
      label: operationId,
      hint: method,
      words: `${operationId} ${method} ${path} ${summary} ${tag.name}`.toLowerCase(),
    })),
  }))
  const named = shapes.map((name) => ({ id: shapeAnchor(name), label: name, hint: '', words: name.toLowerCase() }))
  return [...operations, { title: 'Shapes', entries: named }]
}

type ErrorSectionProps = { responses: Record<string, ResponseObject>; operations: readonly ReferenceEntry[] }

/** All shared error responses, with what to do about them. */
function ErrorSection({ responses, operations }: ErrorSectionProps) {
  const statusOf = new Map(
    operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) =>
        '$ref' in response ? [[nameOf(response.$ref), status] as const] : [],
      ),
    ),
  )
  return (
    <div className="pt-10">
      <h2 className="text-lg">Errors</h2>
      <p className="mt-0.5 pb-4 text-ink-2">
        All errors have the same shape. Act on the code; the message is for people.
      </p>
      <dl className="max-w-3xl divide-y border-y text-sm">
        {Object.entries(responses).map(([name, { description }]) => {
          const status = statusOf.get(name)
          if (status === undefined) return null
          return (
            <div key={name} id={errorAnchor(status)} className="flex scroll-mt-14 max-lg:scroll-mt-28 gap-4 py-2">
              <dt className="font-medium font-mono text-xs leading-5">{status}</dt>
              <dd className="min-w-0 space-y-1">
                {description.split('\n\n').map((line) => (
                  <p key={line}>
                    <TextWithCode text={line} />
                  </p>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

/** A named schema, collapsed until it is opened or linked to. */
function ShapeSection({ name, schema }: { name: string; schema: SchemaObject }) {
  const id = shapeAnchor(name)
  const values = valuesOf(schema)
  return (
    <section
      id={id}
      data-entry={id}
      aria-labelledby={`${id}-title`}
      className="max-w-3xl scroll-mt-12 border-t py-4 max-lg:scroll-mt-26"
    >
      <h3 id={`${id}-title`} className="font-mono text-base">
        <a href={`#${id}`} className="hover:underline">
          {name}
        </a>
      </h3>
      {schema.description && (
        <p className="mt-1 text-ink-2">
          <TextWithCode text={schema.description} />
        </p>
      )}
      {values.length > 0 ? (
        <p className="mt-1 break-words font-mono text-ink-2 text-xs">{values.join(' · ')}</p>
      ) : (
        <FoldedFields schema={schema} of={name} anchor={id} />
      )}
    </section>
  )
}
