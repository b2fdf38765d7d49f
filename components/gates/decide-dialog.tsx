import { clsx } from 'clsx'
import { useId, useRef, useState } from 'react'
import type { UnsentText } from '@/components/ui/browser-storage'
import { Dialog } from '@/components/ui/dialog'
import { Field, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Textarea } from '@/components/ui/input'
import type { GateRow } from '@/lib/contracts/gates'

type DecideDialogProps = {
  /** Null = closed. */
  verdict: Verdict | null
  gate: Pick<GateRow, 'kind' | 'runId' | 'chain' | 'version'>
  consequence: string
  /** The decision contradicts the rule. */
  isOverride: boolean
  needsReason: boolean
  /** The reason. */
  unsent: UnsentText
  /** The evidence has changed since it was shown. */
  isStale: boolean
  isPending: boolean
  onConfirm: (verdict: Verdict) => void
  onCancel: () => void
}

const missingLabels: Record<Verdict, string> = {
  rejected: 'A rejection needs a reason.',
  approved: 'An approval against the rule needs a reason.',
}

/** Confirms a decision with its consequence and reason. Ctrl+Enter submits, Escape closes; the text is kept. */
export function DecideDialog(dialog: DecideDialogProps) {
  const { verdict, isPending, onCancel, consequence, isOverride, ...props } = dialog
  const form = useId()
  const verb = verdict === 'approved' ? 'Approve' : 'Reject'
  return (
    <Dialog
      open={verdict !== null}
      onOpenChange={(isOpen) => !isOpen && !isPending && onCancel()}
      title={`${verb} ${subjectOf(props.gate)}`}
      // Above what scrolls: it stays in sight while the reason is written, however low the window is.
      description={
        <>
          <span className="block text-base text-ink">{consequence}</span>
          {isOverride && (
            <span className="mt-2 block text-review-fg">This goes against the rule. The record will show that.</span>
          )}
        </>
      }
      submit={{
        children: verb,
        form,
        variant: verdict === 'approved' ? 'primary' : 'danger',
        autoFocus: !props.needsReason,
        pending: isPending,
        disabled: props.isStale,
      }}
    >
      {verdict && <Decision key={verdict} id={form} verdict={verdict} isPending={isPending} {...props} />}
    </Dialog>
  )
}

/** What is decided: as a rejection of a run is titled, or the version by its name. */
const subjectOf = ({ runId, chain, version }: DecideDialogProps['gate']) =>
  runId === null ? `${chain} ${version}` : 'this run'

type DecisionProps = Omit<DecideDialogProps, 'verdict' | 'onCancel' | 'consequence' | 'isOverride'> & {
  id: string
  verdict: Verdict
}

function Decision({ id, verdict, gate, needsReason, unsent, isStale, isPending, onConfirm }: DecisionProps) {
  const [reason, setReason] = unsent
  const { hint } = unsentField(unsent, 'Kept on record, and on the runs it affects.')
  const [wasSubmitted, setSubmitted] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const isMissing = needsReason && reason.trim() === ''
  const submit = () => {
    setSubmitted(true)
    if (isMissing) field.current?.focus()
    else if (!isPending && !isStale) onConfirm(verdict)
  }
  return (
    <Form id={id} noValidate className="grid gap-4" onSubmit={submit}>
      <ul aria-label="Common reasons" className="flex flex-wrap gap-1.5">
        {reasonsFor(gate)[verdict].map((text) => (
          <li key={text}>
            <button
              type="button"
              aria-pressed={reason.includes(text)}
              onClick={() => setReason(toggleReason(reason, text))}
              className={clsx(
                'min-h-7 rounded-md border px-2 py-1 text-left text-xs transition-colors hover:bg-hover pointer-coarse:min-h-10 pointer-coarse:px-3 pointer-coarse:text-sm',
                reason.includes(text) ? 'border-line-control bg-selected text-ink' : 'border-line-strong text-ink-2',
              )}
            >
              {text.replace(/\.$/, '')}
            </button>
          </li>
        ))}
      </ul>
      <Field
        label="Reason"
        required={needsReason}
        hint={hint}
        error={wasSubmitted && isMissing ? missingLabels[verdict] : null}
      >
        {({ required: _, ...control }) => (
          <Textarea
            {...control}
            aria-required={needsReason}
            ref={field}
            // The user opened the dialog, and a required reason is the next thing to type.
            autoFocus={needsReason}
            value={reason}
            maxLength={10_000}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {isStale && (
        <p role="alert" className="text-review-fg text-sm">
          The evidence has changed. Close this, reload and look again.
        </p>
      )}
    </Form>
  )
}

export type Verdict = 'approved' | 'rejected'

type Subject = 'drop' | 'run' | 'version'

/** Common reasons by gate subject and verdict. */
const cannedReasons: Record<Subject, Record<Verdict, readonly string[]>> = {
  drop: {
    rejected: [
      'The answers are worse.',
      'It breaks its contract more often.',
      'It costs or takes too much.',
      'Too few runs to tell.',
    ],
    approved: [
      'The drop is expected and accepted.',
      'The work was harder; the version is not worse.',
      'I read the worst runs, and they are good enough.',
    ],
  },
  run: {
    rejected: [
      'The answer is wrong.',
      'It makes claims its sources do not support.',
      'Something that was requested is missing.',
      'It did something it must not do.',
    ],
    approved: ['Checked by hand, and correct.', 'Good enough for what it is for.', 'The findings are not real faults.'],
  },
  version: {
    rejected: [
      'Not good enough yet.',
      'It breaks its contract.',
      'It costs or takes too much.',
      'Too few runs to tell.',
    ],
    approved: ['Checked by hand, and good enough.', 'Better than what it replaces.', 'The risk is known and accepted.'],
  },
}

function reasonsFor({ kind, runId }: DecideDialogProps['gate']): Record<Verdict, readonly string[]> {
  if (runId !== null) return cannedReasons.run
  return cannedReasons[kind === 'regression' ? 'drop' : 'version']
}

/** Adds a canned reason to the text, or removes it if the text contains it. */
export function toggleReason(reason: string, canned: string): string {
  const without = reason.replace(canned, '').replace(/ {2,}/g, ' ').trim()
  return reason.includes(canned) ? without : `${reason.trim()} ${canned}`.trim()
}
