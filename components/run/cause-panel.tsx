'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ThresholdBar } from '@/components/charts/small-marks'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { useMay } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { sayRefused } from '@/components/ui/say-refused'
import { Select } from '@/components/ui/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { RunAttribution } from '@/lib/contracts/attributions'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatPercent } from '@/lib/presentation/format/number'
import { cutMiddle } from '@/lib/presentation/format/text'
import { attributionRecord, attributionSentence, stepLabel } from '@/lib/presentation/labels/failures'
import { suggestedCauses } from '@/lib/presentation/transcript/flaws'
import { mutationOf } from '@/lib/queries/query-of'
import { causeQuery } from '@/lib/queries/run-parts'

/** About five lines of the panel. */
const REASON_MAX = 220

type CausePanelProps = {
  project: string
  runId: string
  nodes: readonly NodeView[]
  onSelect: (nodeId: string) => void
}

/** Suggests which step caused a failed run, and shows or records a person's attribution. Suggestions have no effect by themselves. */
export function CausePanel({ project, runId, nodes, onSelect }: CausePanelProps) {
  const known = useQuery(causeQuery(project, runId))
  const suggestions = known.data ? suggestedCauses(known.data) : []
  const mayDecide = useMay(project, 'reviewer')
  const { pending, isPending, attribute, undo } = useCause(project, runId)
  return (
    <Panel title="Which step caused it" note="Suggested from the steps. A person confirms it.">
      {known.isPending && <SkeletonRows rows={3} />}
      {known.isError && !known.data && (
        <LoadProblem
          compact
          title="Suggestions could not be loaded"
          error={known.error}
          onRetry={() => known.refetch()}
        />
      )}
      {known.data && (
        <div className="grid gap-3">
          <Suggestions
            suggestions={suggestions}
            nodes={nodes}
            onSelect={onSelect}
            onConfirm={mayDecide && !known.data.attribution && !isPending ? attribute : undefined}
          />
          <div aria-live="polite" className="empty:-mt-3">
            {pending !== undefined ? (
              <p className="text-ink-2 text-sm">
                {pending === 'back'
                  ? 'Taking it back'
                  : attributionSentence(toPendingAttribution(known.data, pending), nodes)}
                …
              </p>
            ) : (
              known.data.attribution && (
                <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
                  <span className="min-w-0 font-medium">{attributionSentence(known.data.attribution, nodes)}.</span>
                  {mayDecide && (
                    <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden />} onClick={undo}>
                      Take back
                    </Button>
                  )}
                </p>
              )
            )}
          </div>
          {mayDecide && !known.data.attribution && pending === undefined && (
            <Correction nodes={nodes} suggested={suggestions} onAttribute={attribute} />
          )}
          <p className="text-ink-3 text-xs empty:hidden">{attributionRecord(known.data.record)}</p>
        </div>
      )}
    </Panel>
  )
}

/** The attribution being saved, as it will be shown. */
function toPendingAttribution({ suggestions }: RunAttribution, nodeId: string | null) {
  const place = suggestions.findIndex((suggestion) => suggestion.nodeId === nodeId)
  return { by: 'You', nodeId, rank: place < 0 ? null : place + 1 }
}

type SuggestionsProps = {
  suggestions: RunAttribution['suggestions']
  nodes: readonly NodeView[]
  onSelect: (nodeId: string) => void
  onConfirm: ((nodeId: string) => void) | undefined
}

function Suggestions({ suggestions, nodes, onSelect, onConfirm }: SuggestionsProps) {
  if (suggestions.length === 0) return <p className="text-ink-3 text-sm">No step stands out.</p>
  return (
    <ol className="divide-y border-b">
      {suggestions.map(({ nodeId, score, reason }) => {
        const label = stepLabel(nodes, nodeId)
        return (
          <li key={nodeId} className="flex items-start justify-between gap-3 py-2 first:pt-0">
            <div className="min-w-0">
              <button type="button" onClick={() => onSelect(nodeId)} className="block max-w-full text-left text-sm">
                <span className="link inline-block wrap-anywhere font-medium">{label}</span>
                <span className="mt-0.5 block break-words text-ink-2 text-xs first-letter:uppercase" title={reason}>
                  {cutMiddle(reason, REASON_MAX)}
                </span>
              </button>
            </div>
            <span className="grid shrink-0 justify-items-end gap-1.5 text-xs">
              {/* The chance of an only suspect is always whole. */}
              {suggestions.length > 1 && (
                <span className="flex h-5 items-center gap-1">
                  <ThresholdBar value={score} tone="neutral" />
                  <span
                    className="w-9 text-right"
                    title="Chance that it is the cause, as calibrated on failed runs with a named cause"
                  >
                    {formatPercent(score)}
                  </span>
                </span>
              )}
              {onConfirm && (
                <Button size="sm" icon={<Check aria-hidden />} onClick={() => onConfirm(nodeId)}>
                  Confirm
                  <span className="sr-only"> {label}</span>
                </Button>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

type CorrectionProps = {
  nodes: readonly NodeView[]
  suggested: RunAttribution['suggestions']
  onAttribute: (nodeId: string | null) => void
}

/** Choice of another step, or of none, if no suggestion is right. */
function Correction({ nodes, suggested, onAttribute }: CorrectionProps) {
  const [chosen, choose] = useState<string>()
  const others = nodes.filter(({ id }) => !suggested.some(({ nodeId }) => nodeId === id))
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {others.length > 0 && (
        <Select
          label="Another step"
          placeholder="Another step"
          className="h-7! w-32 grow text-xs!"
          value={chosen}
          onChange={choose}
          options={others.map(({ id }) => ({ value: id, label: stepLabel(nodes, id) }))}
        />
      )}
      {chosen !== undefined && (
        <Button size="sm" onClick={() => onAttribute(chosen)}>
          This one
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => onAttribute(null)}>
        None of the steps
      </Button>
    </div>
  )
}

/** Records or takes back an attribution, and exposes the pending one for an optimistic display. */
function useCause(project: string, runId: string) {
  const record = useMutation({
    ...mutationOf('POST /api/v1/runs/{runId}/attribution', { project }),
    onError: sayRefused('Not recorded'),
  })
  const { isPending, variables, mutate } = record
  const send = (what: { nodeId: string | null } | { takeBack: true }) => {
    if (!isPending) mutate({ runId, ...what })
  }
  return {
    isPending,
    /** Id of the step being attributed, null for "none of the steps", 'back' while taking it back; undefined if nothing is pending. */
    pending: !isPending ? undefined : variables.takeBack ? ('back' as const) : (variables.nodeId ?? null),
    attribute: (nodeId: string | null) => send({ nodeId }),
    undo: () => send({ takeBack: true }),
  }
}
