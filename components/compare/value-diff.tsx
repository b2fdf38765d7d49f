'use client'

import dynamic from 'next/dynamic'
import { LongText } from '@/components/domain-ui/long-text'
import { JsonView, outlineOf } from '@/components/ui/json-view'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { ShowAll } from '@/components/ui/show-all'
import type { ValueDiff } from '@/lib/presentation/compare/diff-value'
import { formatPlural } from '@/lib/presentation/format/number'
import { BothSides } from './comparison-parts'

// Loaded lazily: the diff library is not needed on pages without differences.
const TextDiff = dynamic(orMissing(() => import('./text-diff'), 'TextDiff'))

function Texts(sides: { from: string; to: string }) {
  return (
    <LatePart>
      <TextDiff {...sides} />
    </LatePart>
  )
}

/** Difference of a value between two runs. */
export function ValueDiffView({ diff }: { diff: ValueDiff }) {
  switch (diff.kind) {
    case 'same':
      return <Value value={diff.value} />
    case 'text':
      return <Texts from={diff.from} to={diff.to} />
    case 'json':
      return <Places changes={diff.changes} />
    default: {
      const value = <Value value={diff.value} />
      const none = <p className="text-ink-3 text-sm">nothing</p>
      return <BothSides a={diff.side === 'a' ? value : none} b={diff.side === 'b' ? value : none} />
    }
  }
}

export function Value({ value }: { value: unknown }) {
  if (value === undefined) return <p className="text-ink-3 text-sm">Nothing was sent.</p>
  return typeof value === 'string' ? <LongText text={value} /> : <JsonView value={value} />
}

const SHOWN = 12

type Change = Extract<ValueDiff, { kind: 'json' }>['changes'][number]

/** Differing paths of a JSON value. */
function Places({ changes }: { changes: readonly Change[] }) {
  return (
    <ShowAll items={changes} most={SHOWN} noun="difference">
      {(shown) => (
        <ul className="divide-y border-y">
          {shown.map((change) => (
            <li key={change.path} className="py-1.5">
              <code className="font-mono text-ink-3 text-xs [overflow-wrap:anywhere]">
                {change.path || 'the whole'}
              </code>
              <Place change={change} />
            </li>
          ))}
        </ul>
      )}
    </ShowAll>
  )
}

function Place({ change }: { change: Change }) {
  if (change.kind === 'items')
    return (
      <>
        <BothSides a={<Items items={change.removed} sign="−" />} b={<Items items={change.added} sign="+" />} />
        {change.kept > 0 && <p className="text-ink-3 text-xs">{formatPlural(change.kept, 'other')} in both</p>}
      </>
    )
  const { from, to } = change
  if (typeof from === 'string' && typeof to === 'string') return <Texts from={from} to={to} />
  return <BothSides a={<Leaf value={from} sign="−" />} b={<Leaf value={to} sign="+" />} />
}

type LeafProps = { value: unknown; sign: '−' | '+' }

function Leaf({ value, sign }: LeafProps) {
  if (value === undefined) return <span className="text-ink-3 text-xs">not there</span>
  if (typeof value === 'object' && value !== null)
    return (
      <details>
        <summary className="w-fit font-mono text-ink-2 text-xs hover:text-ink">
          <span aria-hidden className={sign === '+' ? 'text-pass-fg' : 'text-fail-fg'}>
            {sign}
          </span>{' '}
          {outlineOf(value)}
        </summary>
        <JsonView value={value} />
      </details>
    )
  return (
    <span className="flex gap-1.5 font-mono text-xs">
      <span aria-hidden className={sign === '+' ? 'text-pass-fg' : 'text-fail-fg'}>
        {sign}
      </span>
      <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{JSON.stringify(value)}</span>
    </span>
  )
}

function Items({ items, sign }: { items: readonly unknown[]; sign: LeafProps['sign'] }) {
  if (items.length === 0) return null
  return (
    <div className="grid gap-0.5">
      {items.slice(0, SHOWN).map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same value may occur twice.
        <Leaf key={place} value={item} sign={sign} />
      ))}
      {items.length > SHOWN && <span className="text-ink-3 text-xs">and {items.length - SHOWN} more</span>}
    </div>
  )
}
