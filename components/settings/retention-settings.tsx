'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { SaveRow } from '@/components/domain-ui/save-row'
import { SavedMeanwhile, useSharedDraft } from '@/components/domain-ui/shared-draft'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import type { Retention } from '@/lib/contracts/data'
import type { SettingVersion } from '@/lib/contracts/setting-versions'
import { formatPlural } from '@/lib/presentation/format/number'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

const LIMITS = [
  {
    field: 'contentDays',
    label: 'Remove texts and payloads',
    hint: 'Deletes requests, answers, tool calls and errors. Keeps scores, verdicts and counts.',
    days: 90,
  },
  { field: 'runDays', label: 'Delete whole runs', hint: 'With all scores, verdicts and comments.', days: 365 },
] as const

type Draft = Record<keyof Retention, { isOn: boolean; days: string }>

const toDraft = (saved: Retention): Draft => ({
  contentDays: { isOn: saved.contentDays !== null, days: String(saved.contentDays ?? LIMITS[0].days) },
  runDays: { isOn: saved.runDays !== null, days: String(saved.runDays ?? LIMITS[1].days) },
})

const daysOf = ({ isOn, days }: Draft[keyof Retention]) => (isOn ? Number(days) : null)
const isDays = (days: number | null) => days === null || (Number.isInteger(days) && days >= 1 && days <= 3650)

const toRetention = ({ contentDays, runDays }: Draft): Retention => ({
  contentDays: daysOf(contentDays),
  runDays: daysOf(runDays),
})

const merge = (base: Retention, mine: Retention, theirs: Retention): Retention => ({
  contentDays: mine.contentDays === base.contentDays ? theirs.contentDays : mine.contentDays,
  runDays: mine.runDays === base.runDays ? theirs.runDays : mine.runDays,
})

const SAVED = 'Retention saved'

type RetentionSettingsProps = { project: string; saved: Retention; version: SettingVersion }

/** Retention of texts and runs in days; off by default. */
export function RetentionSettings({ project, saved, version }: RetentionSettingsProps) {
  const shared = useSharedDraft({ saved, version, toDraft, toValue: toRetention, merge })
  const { draft, value: wanted, isChanged, expected } = shared
  const put = useMutation({ ...mutationOf('POST /api/v1/data/retention', { project }), ...shared.saving })
  const saveAtOnce = () =>
    put.mutate({ ...wanted, expected }, { onSuccess: () => toast.success(SAVED), onError: toast.problem })
  const discard = () => {
    shared.discard()
    put.reset()
  }
  const isOff = wanted.contentDays === null && wanted.runDays === null
  const isValid = isDays(wanted.contentDays) && isDays(wanted.runDays)
  const problem = problemOf(put.error)
  const affectedText = useAffectedText(project, wanted, isValid)
  const set = (field: keyof Retention, change: Partial<Draft[keyof Retention]>) =>
    shared.set({ ...draft, [field]: { ...draft[field], ...change } })
  return (
    <Panel title="Retention" note="Off by default. Data that is due is deleted within 15 minutes, oldest first.">
      <UnsavedChangesGuard when={isChanged} onLeave={discard} />
      {shared.isMerged && (
        <SavedMeanwhile version={version} what="another retention" onDiscard={discard} className="mb-4" />
      )}
      <Form noValidate className="grid gap-4" onSubmit={() => isOff && isChanged && saveAtOnce()}>
        {LIMITS.map(({ field, label, hint }) => {
          const error = problem?.fields[field] ?? (isDays(wanted[field]) ? null : 'From 1 to 3,650 days')
          return (
            <div key={field} className="grid gap-1 text-sm">
              <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
                <label htmlFor={`keep-${field}`} className="flex min-h-6 items-center gap-2">
                  <Checkbox
                    id={`keep-${field}`}
                    checked={draft[field].isOn}
                    onCheckedChange={(isOn) => set(field, { isOn })}
                  />
                  {label} after
                </label>
                <Input
                  aria-label={`${label} after so many days`}
                  aria-invalid={error ? true : undefined}
                  type="number"
                  min={1}
                  max={3650}
                  className="w-20 tabular-nums"
                  value={draft[field].days}
                  disabled={!draft[field].isOn}
                  onChange={({ target }) => set(field, { days: target.value })}
                />
                days
              </div>
              <p
                role={error ? 'alert' : undefined}
                className={error ? 'pl-6 text-fail-fg text-xs' : 'pl-6 text-ink-3 text-xs'}
              >
                {error ?? hint}
              </p>
            </div>
          )
        })}
        <p className="min-h-5 text-ink-2 text-sm" aria-live="polite">
          {affectedText}
        </p>
        <SaveRow
          what="retention"
          isChanged={isChanged}
          isPending={put.isPending}
          onDiscard={discard}
          {...(!isOff && {
            save: (
              <ConfirmDialog
                // Closes when someone else saves: what would be deleted may be different then.
                key={version.number}
                trigger={
                  <Button variant="primary" disabled={!isChanged || !isValid}>
                    Save retention…
                  </Button>
                }
                title="Delete data after this time?"
                consequence={`${affectedText} Deleted data cannot be restored.`}
                verb="Save"
                act={() => put.mutateAsync({ ...wanted, expected })}
                done={SAVED}
              />
            ),
          })}
        />
      </Form>
    </Panel>
  )
}

/** Describes how many runs these limits would affect now. */
function useAffectedText(project: string, wanted: Retention, isValid: boolean): string {
  const { contentDays, runDays } = useDeferredValue(wanted)
  const isOff = contentDays === null && runDays === null
  const limits = {
    ...(isDays(contentDays) && contentDays !== null && { contentDays }),
    ...(isDays(runDays) && runDays !== null && { runDays }),
  }
  const { data } = useQuery({
    ...queryOf('GET /api/v1/data/retention/preview', limits, { project }),
    enabled: !isOff && isValid,
  })
  if (isOff) return 'Everything is kept forever.'
  if (!isValid || !data) return ''
  if (data.content + data.runs === 0) return 'No run is that old today.'
  const about = (count: number) => (data.isExact ? formatPlural(count, 'run') : `${formatPlural(count, 'run')} or more`)
  const parts = [
    contentDays !== null && `the texts of ${about(data.content)} would go`,
    runDays !== null && `${about(data.runs)} would be deleted`,
  ].filter(Boolean)
  return `Today ${parts.join(', and ')}.`
}
