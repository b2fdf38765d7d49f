'use client'

import { useState } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { JsonView } from '@/components/ui/json-view'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { readJsonText } from '@/lib/charts/read-messages'
import { formatCount } from '@/lib/format/number'
import { RenderedPayload } from './rendered-payload'

const RAW_MAX = 200_000

const views = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'json', label: 'JSON' },
  { value: 'raw', label: 'Raw' },
] as const

type PayloadViewProps = {
  title: string
  /** Whose it is, where several stand on a page; read out, not shown. */
  of?: string
  /** Undefined = nothing was sent. */
  value: unknown
  /** What to say when nothing was sent. */
  missing: string
  /** Heads every copied path. */
  name: string
}

/** Anything an agent took in or gave out: as prose, as a tree, or letter by letter. */
export function PayloadView({ title, of, value, missing, name }: PayloadViewProps) {
  const [view, setView] = useState<(typeof views)[number]['value']>('rendered')
  return (
    <section aria-label={of ? `${title} of ${of}` : title} className="min-w-0">
      <header className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm">{title}</h3>
        {value !== undefined && (
          <SegmentedControl label={`Show ${title.toLowerCase()} as`} value={view} onChange={setView} segments={views} />
        )}
      </header>
      {value === undefined ? (
        <p className="text-ink-3 text-sm">{missing}</p>
      ) : (
        <PayloadBody view={view} value={value} name={name} />
      )}
    </section>
  )
}

function PayloadBody({ view, value, name }: { view: string; value: unknown; name: string }) {
  if (view === 'rendered') return <RenderedPayload value={value} />
  if (view === 'json')
    return <JsonView value={typeof value === 'string' ? (readJsonText(value) ?? value) : value} name={name} />
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  return (
    <>
      <CodeBlock code={text.slice(0, RAW_MAX)} title={name} wrap />
      {text.length > RAW_MAX && (
        <p className="mt-1 text-ink-3 text-xs">
          The first {formatCount(RAW_MAX)} of {formatCount(text.length)} characters; the API gives all of them.
        </p>
      )}
    </>
  )
}
