'use client'

import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ParameterObject, SchemaObject } from '@/lib/contracts/openapi'
import { type FieldsOfSchema, limitsOf, objectsIn, typeParts, valuesOf } from './describe-schema'
import { shapeAnchor } from './reference-model'
import { TextWithCode } from './text-with-code'

type Field = {
  name: string
  schema: SchemaObject
  mark: 'required' | 'optional' | null
  description?: string
  place?: string
}

/** Collapsed fields of a schema, or a link if it is a named schema. */
export function FoldedFields({ schema, of, anchor }: { schema: SchemaObject; of: string; anchor?: string }) {
  const objects = objectsIn(schema)
  return (
    <>
      {!schema.properties && (
        <p>
          <TypeLabel schema={schema} />
        </p>
      )}
      {objects.length > 0 && <FoldedObjects objects={objects} of={of} anchor={anchor} />}
    </>
  )
}

type FoldedObjectsProps = { objects: readonly FieldsOfSchema[]; of: string; anchor?: string | undefined }

function FoldedObjects({ objects, of, anchor }: FoldedObjectsProps) {
  const count = objects.reduce((sum, { schema }) => sum + Object.keys(schema.properties ?? {}).length, 0)
  const summary = (
    <>
      {count === 1 ? '1 field' : `${count} fields`}
      <span className="sr-only"> of {of}</span>
    </>
  )
  return (
    <Fold summary={summary} {...(anchor !== undefined && { anchor, className: 'mt-2 space-y-3' })}>
      {() => objects.map(({ title, schema }) => <FieldGroup key={title} title={title} schema={schema} />)}
    </Fold>
  )
}

/** Fields of a schema, with nested ones collapsed. */
export function FieldList({ schema }: { schema: SchemaObject }) {
  const objects = objectsIn(schema)
  return (
    <div className="space-y-3">
      {!schema.properties && (
        <p className="text-ink-2 text-sm">{objects.length > 1 ? 'One of these:' : <TypeLabel schema={schema} />}</p>
      )}
      {objects.map((object) => (
        <FieldGroup key={object.title} title={object.title} schema={object.schema} />
      ))}
    </div>
  )
}

/** Parameters of an operation, with their location. */
export function ParameterList({ parameters }: { parameters: readonly ParameterObject[] }) {
  return (
    <Fields
      fields={parameters.map(({ name, schema, required = false, description, in: place }) => ({
        name,
        schema,
        mark: required ? 'required' : null,
        description,
        place,
      }))}
    />
  )
}

function FieldGroup({ title, schema }: { title: string | null; schema: SchemaObject }) {
  const { properties = {}, required = [] } = schema
  return (
    <div>
      {title && <p className="eyebrow pb-1">{title}</p>}
      <Fields
        fields={Object.entries(properties).map(([name, part]) => ({
          name,
          schema: part,
          mark: markOf(schema, required.includes(name)),
          ...(part.description !== undefined && { description: part.description }),
        }))}
      />
    </div>
  )
}

/** Input schemas mark required fields, output schemas optional ones. Only input schemas disallow additional properties. */
function markOf({ additionalProperties }: SchemaObject, isRequired: boolean): Field['mark'] {
  if (additionalProperties === false) return isRequired ? 'required' : null
  return isRequired ? null : 'optional'
}

function Fields({ fields }: { fields: readonly Field[] }) {
  return (
    <ul className="divide-y border-y">
      {fields.map((field) => (
        <FieldItem key={`${field.place} ${field.name}`} field={field} />
      ))}
    </ul>
  )
}

function FieldItem({ field: { name, schema, mark, description, place } }: { field: Field }) {
  const limits = limitsOf(schema)
  const values = valuesOf(schema)
  const objects = objectsIn(schema)
  return (
    <li className="py-2 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="break-all font-medium font-mono text-xs">{name}</code>
        <span className="text-ink-2 text-xs">
          <TypeLabel schema={schema} />
        </span>
        {mark && <span className={clsx('text-xs', mark === 'required' ? 'font-medium' : 'text-ink-3')}>{mark}</span>}
        {place && place !== 'query' && <span className="text-ink-3 text-xs">in the {place}</span>}
        {limits.length > 0 && <span className="break-all text-ink-3 text-xs">{limits.join(', ')}</span>}
      </p>
      {description && (
        <p className="mt-0.5 text-ink-2">
          <TextWithCode text={description} />
        </p>
      )}
      {values.length > 0 && <p className="mt-0.5 break-words font-mono text-ink-2 text-xs">{values.join(' · ')}</p>}
      {objects.length > 0 && <FoldedObjects objects={objects} of={name} />}
    </li>
  )
}

function TypeLabel({ schema }: { schema: SchemaObject }) {
  return typeParts(schema).map(({ text, shape }, place) =>
    shape ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a type never move
      <a key={place} href={`#${shapeAnchor(shape)}`} className="link text-ink">
        {text}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a type never move
      <span key={place}>{text}</span>
    ),
  )
}

type FoldProps = {
  summary: ReactNode
  /** Opens when the URL's hash is this anchor. */
  anchor?: string
  className?: string
  children: () => ReactNode
}

/** Disclosure whose content is rendered when it is first opened. */
function Fold({ summary, anchor, className, children }: FoldProps) {
  const [isMade, setMade] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (anchor === undefined) return
    const follow = () => {
      if (details.current && window.location.hash === `#${anchor}`) details.current.open = true
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [anchor])
  return (
    <details ref={details} className="mt-1" onToggle={(event) => event.currentTarget.open && setMade(true)}>
      <summary className="w-fit text-ink-3 text-xs hover:text-ink">{summary}</summary>
      {isMade && <div className={className ?? 'mt-1 space-y-3 border-l pl-3'}>{children()}</div>}
    </details>
  )
}
