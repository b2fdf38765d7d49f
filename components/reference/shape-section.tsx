import type { SchemaObject } from '@/lib/contracts/openapi'
import { valuesOf } from './describe-schema'
import { FoldedFields } from './field-list'
import { shapeAnchor } from './reference-model'
import { Words } from './words'

/** A named shape, folded until somebody comes for it. */
export function ShapeSection({ name, schema }: { name: string; schema: SchemaObject }) {
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
          <Words text={schema.description} />
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
