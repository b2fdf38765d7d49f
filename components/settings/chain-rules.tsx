'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { mergeLists } from '@/components/domain-ui/merge-lists'
import { SaveRow } from '@/components/domain-ui/save-row'
import { SavedMeanwhile, useSharedDraft } from '@/components/domain-ui/shared-draft'
import { UnsavedChangesGuard } from '@/components/domain-ui/unsaved-changes-guard'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { DataTable } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import type { ChainRule, ChainRulesPreview } from '@/lib/contracts/chain-rules'
import type { SettingVersion } from '@/lib/contracts/setting-versions'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { runHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

const fields: { value: ChainRule['field']; label: string }[] = [
  { value: 'chain', label: 'Name of the trace' },
  { value: 'agent', label: 'Agent or workflow' },
  { value: 'root', label: 'Root span' },
  { value: 'service', label: 'Service' },
]
const fieldLabels = new Map(fields.map(({ value, label }) => [value, label]))

const NEW: ChainRule = { field: 'chain', pattern: '', chain: '' }

/** Rules that assign traces to chains by name, with a preview on the newest traces. */
export function ChainRules({ project, isAdmin }: { project: string; isAdmin: boolean }) {
  const { rules, version } = useSuspenseQuery(queryOf('GET /api/v1/chain-rules', {}, { project })).data
  return (
    <Panel
      title="Chains of traces"
      note="A trace names its chain with veritas.chain. Otherwise the agent’s, root span’s or service’s name is used, unless a rule below matches first. * in a pattern matches any text."
    >
      {isAdmin ? <RulesForm project={project} saved={rules} version={version} /> : <RuleList rules={rules} />}
    </Panel>
  )
}

function RuleList({ rules }: { rules: readonly ChainRule[] }) {
  if (rules.length === 0) return <p className="text-ink-2 text-sm">No rules. Only admins can add rules.</p>
  return (
    <ol className="divide-y border-y text-sm">
      {rules.map(({ field, pattern, chain }) => (
        <li key={`${field} ${pattern}`} className="flex flex-wrap gap-x-2 py-2">
          <span className="text-ink-2">{fieldLabels.get(field)}</span>
          <code className="break-all font-mono text-xs leading-5">{pattern}</code>
          <span className="text-ink-3">is chain</span>
          <span className="break-all font-medium">{chain}</span>
        </li>
      ))}
    </ol>
  )
}

type Draft = ChainRule & { key: number }

const toDrafts = (rules: readonly ChainRule[]): Draft[] => rules.map((rule, key) => ({ ...rule, key }))
const toRules = (drafts: readonly Draft[]): ChainRule[] => drafts.map(({ key: _, ...rule }) => rule)

type RulesFormProps = { project: string; saved: ChainRule[]; version: SettingVersion }

function RulesForm({ project, saved, version }: RulesFormProps) {
  const shared = useSharedDraft({ saved, version, toDraft: toDrafts, toValue: toRules, merge: mergeLists })
  const { draft: drafts, value: rules, isChanged, expected } = shared
  const put = useMutation({ ...mutationOf('POST /api/v1/chain-rules', { project }), ...shared.saving })
  const preview = useMutation(mutationOf('POST /api/v1/chain-rules/preview', { project, changes: [] }))
  const isWhole = rules.every(({ pattern, chain }) => pattern.trim() !== '' && chain.trim() !== '')
  const change = (next: Draft[]) => {
    shared.set(next)
    preview.reset()
    put.reset()
  }
  const discard = () => {
    shared.discard()
    preview.reset()
    put.reset()
  }
  const error = put.error ?? preview.error
  const save = () =>
    put.mutate(
      { rules, expected },
      { onSuccess: () => toast.success('Saved. It applies to traces that arrive from now on.') },
    )
  return (
    <Form
      onSubmit={() => {
        if (isWhole && isChanged) save()
      }}
    >
      <UnsavedChangesGuard when={isChanged} onLeave={discard} />
      {shared.isMerged && <SavedMeanwhile version={version} what="other rules" onDiscard={discard} className="mb-3" />}
      {drafts.length > 0 && (
        <ol className="mb-3 divide-y border-y">
          {drafts.map((draft, place) => (
            <RuleRow
              key={draft.key}
              place={place}
              rule={draft}
              onChange={(rule) => change(drafts.with(place, { ...draft, ...rule }))}
              onRaise={() => change(drafts.toSpliced(place - 1, 2, draft, ...drafts.slice(place - 1, place)))}
              onRemove={() => change(drafts.toSpliced(place, 1))}
            />
          ))}
        </ol>
      )}
      {error && toProblem(error).code !== 'conflict' && (
        <Notice tone="fail" title="The rules were not saved" className="mb-3">
          {toProblem(error).message}
        </Notice>
      )}
      <SaveRow
        what="rules"
        isChanged={isChanged}
        isValid={isWhole}
        isPending={put.isPending}
        onDiscard={discard}
        // Without rules there is nothing to save.
        {...(drafts.length === 0 && !isChanged && { save: <></> })}
        before={
          <>
            <Button
              icon={<Plus aria-hidden />}
              onClick={() => change([...drafts, { ...NEW, key: 1 + Math.max(-1, ...drafts.map(({ key }) => key)) }])}
            >
              Add a rule
            </Button>
            {isChanged && (
              <Button disabled={!isWhole} pending={preview.isPending} onClick={() => preview.mutate({ rules })}>
                Preview
              </Button>
            )}
          </>
        }
      />
      {preview.data && <Preview project={project} preview={preview.data} />}
    </Form>
  )
}

type RuleRowProps = {
  place: number
  rule: ChainRule
  onChange: (rule: Partial<ChainRule>) => void
  onRaise: () => void
  onRemove: () => void
}

function RuleRow({ place, rule, onChange, onRaise, onRemove }: RuleRowProps) {
  const which = `rule ${place + 1}`
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 text-sm">
      <Select
        label={`What ${which} looks at`}
        value={rule.field}
        onChange={(field) => onChange({ field })}
        options={fields}
        className="w-44 max-sm:w-full"
      />
      <Input
        aria-label={`Pattern of ${which}`}
        // Of a rule that was just added: a saved one is never empty.
        autoFocus={rule.pattern === '' && rule.chain === ''}
        placeholder="support-*"
        value={rule.pattern}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ pattern: event.target.value })}
        className="min-w-32 flex-1 font-mono"
      />
      <span className="text-ink-3">is chain</span>
      <Input
        aria-label={`Chain of ${which}`}
        placeholder="support"
        value={rule.chain}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ chain: event.target.value })}
        className="min-w-32 flex-1"
      />
      <span className="flex">
        <IconButton label={`Move ${which} up`} size="sm" disabled={place === 0} onClick={onRaise}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton label={`Remove ${which}`} size="sm" onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}

/** Chains the newest traces would be assigned to. */
function Preview({ project, preview }: { project: string; preview: ChainRulesPreview }) {
  const { traces, changed, groups } = preview
  if (traces === 0) return <p className="mt-4 text-ink-2 text-sm">No traces have arrived yet to preview.</p>
  return (
    <section aria-label="Preview" className="mt-4">
      <p className="mb-2 text-sm">
        Of the last {formatPlural(traces, 'trace')}, {changed === 0 ? 'none' : formatCount(changed)} would belong to
        another chain.
      </p>
      <DataTable
        label="Chains now and then"
        rows={groups}
        keyOf={({ before, after }) => `${before} ${after}`}
        rowProps={({ before, after }) => ({ className: before === after ? 'text-ink-3' : undefined })}
        columns={[
          {
            head: 'Now',
            isRowName: true,
            cellClass: 'break-all',
            cell: ({ before, runId, title }) => (
              <Link href={runHref(project, runId)} className="link" title={title ?? undefined}>
                {before}
              </Link>
            ),
          },
          {
            head: 'Then',
            cellClass: 'break-all',
            cell: ({ before, after }) => (before === after ? 'unchanged' : after),
          },
          { head: 'Traces', numeric: true, cell: ({ traces: count }) => formatCount(count) },
        ]}
      />
    </section>
  )
}
