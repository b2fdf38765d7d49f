'use client'

import Link from 'next/link'
import { useState } from 'react'
import type { PreviewModel } from '@/lib/charts/prepare-preview'
import { formatCount } from '@/lib/format/number'
import { PreviewHistogram } from './preview-histogram'

const FIRST = 8

/** What would change: a sentence, the distribution now and then, the steps, and the runs themselves. */
export function PreviewResult({ model }: { model: PreviewModel }) {
  return (
    <div className="grid gap-4">
      <div>
        <p className="font-medium">{model.headline}</p>
        {model.notes.map((note) => (
          <p key={note} className="mt-0.5 text-ink-2 text-sm">
            {note}
          </p>
        ))}
        {model.verdicts.map((verdict) => (
          <p key={verdict} className="mt-0.5 text-sm">
            {verdict}
          </p>
        ))}
      </div>
      {model.table.rows.length > 0 && <PreviewHistogram model={model} />}
      {model.moves.map(({ title, rows }) => (
        <table key={title} className="w-full text-sm">
          <caption className="pb-1 text-left font-medium text-ink-3 text-xs">{title}</caption>
          <tbody className="[&>tr>td]:border-t [&>tr>td]:py-1">
            {rows.map(({ from, to, count }) => (
              <tr key={`${from} ${to}`}>
                <td>
                  {from} <span aria-hidden>→</span>
                  <span className="sr-only"> becomes </span> {to}
                </td>
                <td className="text-right tabular-nums">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {model.runs.length > 0 && <ChangedRuns model={model} />}
    </div>
  )
}

function ChangedRuns({ model: { runs, unlisted } }: { model: PreviewModel }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? runs : runs.slice(0, FIRST)
  return (
    <div>
      <h3 className="pb-1 font-medium text-ink-3 text-xs">Runs that change most</h3>
      <ul className="divide-y border-t text-sm">
        {shown.map((run) => (
          <li key={run.href} className="py-1.5">
            <Link href={run.href} className="link break-all font-mono text-xs">
              {run.id}
            </Link>
            <span className="ml-2 text-ink-3 text-xs">{run.version}</span>
            <span className="block text-ink-2 text-xs">{run.changes.join(' · ')}</span>
          </li>
        ))}
      </ul>
      {!isWhole && runs.length > FIRST && (
        <button type="button" onClick={() => setWhole(true)} className="link mt-2 min-h-6 text-ink-2 text-sm">
          Show {formatCount(runs.length - FIRST)} more
        </button>
      )}
      {unlisted > 0 && (isWhole || runs.length <= FIRST) && (
        <p className="mt-2 text-ink-3 text-xs">And {formatCount(unlisted)} more that change less.</p>
      )}
    </div>
  )
}
