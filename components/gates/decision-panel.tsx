'use client'

import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import type { GateDetail } from '@/lib/contracts/gates'
import { approversOf } from '@/lib/presentation/labels/gates'
import { gateMove } from '@/lib/queries/gates'
import { toProblem } from '@/lib/queries/problem'
import { cannedReasons, toggleReason } from './canned-reasons'
import { ConfirmDecision, type Verdict } from './confirm-decision'

type DecisionPanelProps = {
  project: string
  detail: GateDetail
  isStale: boolean
  reason: string
  onReason: (reason: string) => void
  onReload: () => void
  onDecided: () => void
}

/** Reason, and the two ways out, apart from each other and with the consequence under each. */
export function DecisionPanel({ project, detail, isStale, reason, onReason, onReload, onDecided }: DecisionPanelProps) {
  const { gate, evidence, consequences, mayDecide, evidenceDigest } = detail
  const [missingFor, setMissingFor] = useState<Verdict | null>(null)
  const [asked, setAsked] = useState<Verdict | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const options = gateMove('POST /api/v1/gates/{gateId}/decision', project)
  const decide = useMutation({
    ...options,
    onError: (error) => {
      setAsked(null)
      showToastIfClosed(error)
    },
    onSuccess: (...given) => {
      const [after] = given
      setAsked(null)
      if (after.gate.state === 'pending')
        toast.success('Your approval is on record', { description: after.mayDecide.why })
      else onDecided()
      options.onSuccess?.(...given)
    },
  })
  const isOff = !mayDecide.allowed || isStale
  const isRegression = evidence.verdict === 'regression'
  const approval = approvalConsequence(detail)
  const ask = (verdict: Verdict) => {
    if (isOff || decide.isPending) return
    const isMissing = reason.trim() === '' && (verdict === 'rejected' || isRegression)
    setMissingFor(isMissing ? verdict : null)
    if (isMissing) field.current?.focus()
    else setAsked(verdict)
  }
  const confirm = (verdict: Verdict) =>
    decide.mutate({ gateId: gate.id, verdict, evidenceDigest, ...(reason.trim() && { reason: reason.trim() }) })
  useShortcuts('This gate', [
    { keys: 'a', label: 'Approve', run: () => ask('approved') },
    { keys: 'r', label: 'Reject', run: () => ask('rejected') },
  ])
  return (
    <Panel title="Your decision">
      {!mayDecide.allowed && (
        <Notice title={detail.hasVoted ? 'Your approval is on record' : 'You cannot decide this gate'} className="mb-4">
          {mayDecide.why}
        </Notice>
      )}
      {decide.error && <DecisionProblem error={decide.error} onReload={onReload} />}
      <Field
        label="Reason"
        hint={`Needed to reject${isRegression ? ', and to approve against the rule' : ''}. It stays on record, and with the runs it touches.`}
        error={missingFor && reason.trim() === '' ? missingLabels[missingFor] : null}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            value={reason}
            maxLength={10_000}
            disabled={!mayDecide.allowed}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
      </Field>
      {mayDecide.allowed && <ReasonChips reason={reason} onChange={onReason} />}
      <div className="mt-5 grid gap-x-16 gap-y-6 sm:grid-cols-2">
        <Choice consequence={consequences.reject}>
          <Button size="lg" variant="danger" shortcut="r" disabled={isOff} onClick={() => ask('rejected')}>
            Reject
          </Button>
        </Choice>
        <Choice consequence={approval}>
          <Button size="lg" variant="primary" shortcut="a" disabled={isOff} onClick={() => ask('approved')}>
            Approve
          </Button>
        </Choice>
      </div>
      <ConfirmDecision
        verdict={asked}
        consequence={asked === 'approved' ? approval : consequences.reject}
        isOverride={asked === 'approved' ? isRegression : evidence.verdict === 'ok'}
        isPending={decide.isPending}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </Panel>
  )
}

const missingLabels: Record<Verdict, string> = {
  rejected: 'A rejection needs a reason.',
  approved: 'An approval against the rule needs a reason.',
}

/** What approving does: where more people are needed, it counts first and does the rest with the last of them. */
function approvalConsequence({ gate, consequences, ...detail }: GateDetail): string {
  const missing = gate.quorum - approversOf(detail).length - 1
  if (missing <= 0) return consequences.approve
  return `Yours counts, and ${missing} more ${missing === 1 ? 'is' : 'are'} needed. With the last one: ${consequences.approve}`
}

function Choice({ consequence, children }: { consequence: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-2 text-ink-2 text-sm">{consequence}</p>
    </div>
  )
}

const rows: [Verdict, string][] = [
  ['rejected', 'To reject'],
  ['approved', 'To approve'],
]

type ReasonChipsProps = { reason: string; onChange: (reason: string) => void }

/** Canned reasons: each goes into the text, where it can be changed, and out again. */
function ReasonChips({ reason, onChange }: ReasonChipsProps) {
  return (
    <div className="mt-3 grid gap-2">
      {rows.map(([verdict, label]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a row with its buttons.
        <div key={verdict} role="group" aria-label={label} className="flex flex-wrap items-center gap-1.5">
          <span className="w-20 text-ink-3 text-xs" aria-hidden>
            {label}
          </span>
          {cannedReasons[verdict].map((canned) => (
            <button
              key={canned}
              type="button"
              aria-pressed={reason.includes(canned)}
              onClick={() => onChange(toggleReason(reason, canned))}
              className={clsx(
                'rounded-md border px-2 py-0.5 text-xs transition-colors hover:bg-hover',
                reason.includes(canned) ? 'border-line-control bg-selected text-ink' : 'text-ink-2',
              )}
            >
              {canned.replace(/\.$/, '')}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

const messages = {
  stale_evidence:
    'New runs changed the evidence while you were deciding. Nothing was decided: reload, look again, then decide.',
  already_decided: 'Somebody else decided first, and their decision stands.',
  deadline_passed: 'The deadline passed first. Nothing was approved.',
}

/** Tells who came too late, where the place to tell it gives way to the record of what happened instead. */
function showToastIfClosed(error: unknown): void {
  const { code, message } = toProblem(error, messages)
  if (code === 'already_decided' || code === 'deadline_passed')
    toast.error('Your decision was not taken', { description: message, duration: 10_000 })
}

type DecisionProblemProps = { error: unknown; onReload: () => void }

/** Why a decision was not taken. What the server holds is fetched anew meanwhile. */
function DecisionProblem({ error, onReload }: DecisionProblemProps) {
  const { code, message, requestId } = toProblem(error, messages)
  return (
    <Notice
      tone="fail"
      title="The decision was not taken"
      className="mb-4"
      action={
        code === 'stale_evidence' && (
          <Button size="sm" onClick={onReload}>
            Reload
          </Button>
        )
      }
    >
      {message}
      {requestId && <span className="block text-ink-3 text-xs">Request {requestId}</span>}
    </Notice>
  )
}
