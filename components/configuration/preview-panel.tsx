'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { type PreviewModel, preparePreview } from '@/lib/presentation/charts/prepare-preview'
import { formatCount } from '@/lib/presentation/format/number'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import type { ConfigurationDraft } from './use-configuration-draft'

const sizes = ['50', '200', '500'] as const

type PreviewPanelProps = { project: string; draft: ConfigurationDraft }

/** Scores of the newest runs under the draft. Computed on request, because it scores all of them again. */
export function PreviewPanel({ project, draft }: PreviewPanelProps) {
  const [size, setSize] = useState<(typeof sizes)[number]>('200')
  const preview = useMutation(mutationOf('POST /api/v1/configuration/preview', { project, changes: [] }))
  const isOld = preview.data !== undefined && isOther(preview.variables.config, draft)
  const problem = problemOf(preview.error)
  return (
    <Panel title="Preview" note="The newest runs, scored with the settings on this page. Nothing is saved.">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Runs to preview"
          className="w-36"
          value={size}
          onChange={setSize}
          options={sizes.map((value) => ({ value, label: `Last ${value} runs` }))}
        />
        <Button
          pending={preview.isPending}
          disabled={draft.isFaulty}
          onClick={() =>
            preview.mutate({
              chain: draft.view.chain ?? undefined,
              config: draft.config,
              runs: Number(size),
            })
          }
        >
          {preview.data ? 'Preview again' : 'Preview'}
        </Button>
      </div>
      <ProblemNotice problem={problem} className="mt-3" />
      {preview.data && (
        <div aria-live="polite" className={isOld ? 'mt-4 opacity-60' : 'mt-4'}>
          {isOld && <p className="mb-2 text-review-fg text-xs">Settings have changed since this preview.</p>}
          <PreviewResult model={preparePreview(preview.data, project)} />
        </div>
      )}
    </Panel>
  )
}

function isOther(previewed: object, { config }: ConfigurationDraft): boolean {
  return JSON.stringify(previewed) !== JSON.stringify(config)
}

const FIRST = 8

/** Result of a preview: summary, distribution before and after, and the changed runs. */
function PreviewResult({ model }: { model: PreviewModel }) {
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
          <tbody className="[&>tr>*]:border-t [&>tr>*]:py-1">
            {rows.map(({ from, to, count }) => (
              <tr key={`${from} ${to}`}>
                <th scope="row" className="text-left font-normal">
                  {from} <span aria-hidden>→</span>
                  <span className="sr-only"> becomes </span> {to}
                </th>
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
            </Link>{' '}
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

/** Histogram of quality: filled bars for the draft, outlines for the current configuration. */
function PreviewHistogram({ model: { bins, peak, table } }: { model: PreviewModel }) {
  const height = (count: number) => `${(count / peak) * 100}%`
  return (
    <figure>
      <div className="flex h-20 items-end gap-px border-line-strong border-b" aria-hidden>
        {bins.map((bin) => (
          <div
            key={bin.range}
            className="relative h-full flex-1"
            title={`Quality ${bin.range}: ${bin.before} now, ${bin.after} then`}
          >
            <span className="absolute inset-x-0 bottom-0 bg-accent" style={{ height: height(bin.after) }} />
            <span
              className="absolute inset-x-0 bottom-0 border border-ink border-b-0 border-dashed"
              style={{ height: height(bin.before), visibility: bin.before > 0 ? 'visible' : 'hidden' }}
            />
          </div>
        ))}
      </div>
      <div className="mt-1 flex justify-between text-ink-3 text-xs" aria-hidden>
        <span>0.00</span>
        <span>quality</span>
        <span>1.00</span>
      </div>
      <figcaption className="mt-1 flex gap-4 text-ink-3 text-xs">
        <span className="inline-flex items-center gap-1.5">
          <span className="inline-block size-2.5 border border-ink border-dashed" aria-hidden /> now
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="inline-block size-2.5 bg-accent" aria-hidden /> then
        </span>
      </figcaption>
      <table className="sr-only">
        <caption>Runs by quality, now and then</caption>
        <thead>
          <tr>
            {table.columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells: [range, now, then] }) => (
            <tr key={key}>
              <th scope="row">{range}</th>
              <td>{now}</td>
              <td>{then}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
