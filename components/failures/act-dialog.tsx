'use client'

import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { PersonPicker, VersionPicker } from '@/components/domain-ui/pickers'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Dialog } from '@/components/ui/dialog'
import { Field, TextareaField, unsentField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import type { InputOf, OutputOf } from '@/lib/contracts/contract'
import { DAY_MS } from '@/lib/contracts/durations'
import type { actOnFailureGroups, FailureAction, undoFailureEvents } from '@/lib/contracts/failure-groups'
import type { FailureGroup } from '@/lib/contracts/failures'
import { formatPlural } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { failureActionLabels } from '@/lib/presentation/labels/failures'
import { mutationOf } from '@/lib/queries/query-of'

type Input = InputOf<typeof actOnFailureGroups>
type Version = { chain: string; version: string }

/** The action to confirm; null = closed. */
export type RequestedAction = {
  action: FailureAction
  groups: readonly string[]
  /** Names of the groups. */
  names: readonly string[]
  /** The current owner of a single group. */
  owner?: FailureGroup['owner'] | undefined
} | null

type ActDialogProps = {
  project: string
  requested: RequestedAction
  /** Chains in whose versions a single group can be resolved. */
  chains?: readonly string[]
  onClose: () => void
  /** Called with the groups that were changed. */
  onDone?: (groups: readonly string[]) => void
}

const consequences: Record<FailureAction, string> = {
  resolve: 'It counts as fixed. If it fails again, it reopens as regressed.',
  archive: 'It leaves the list of open failures and is still counted.',
  reopen: 'It returns to the list of open failures.',
  assign: 'The owner looks after it, and is told if it escalates or comes back.',
  merge: 'They count as one from now on. You can undo this at any time on the failure’s page.',
}

/** Confirmation of an action with its consequence and the fields it needs. */
export function ActDialog(props: ActDialogProps) {
  return props.requested ? <ActForm key={props.requested.action} {...props} requested={props.requested} /> : null
}

function ActForm({
  project,
  requested,
  chains = [],
  onClose,
  onDone,
}: ActDialogProps & { requested: NonNullable<RequestedAction> }) {
  const form = useId()
  const { action, groups, owner = null } = requested
  const kept = useUnsentText(`failures ${action} ${groups.join(' ')}`)
  const [note, setNote] = kept
  const [choice, setChoice] = useState(action === 'assign' && owner ? owner.id : firstChoice[action])
  const [version, setVersion] = useState<Version | null>(null)
  const act = useActOnGroups(project)
  const isMissingVersion = version?.version === ''
  const choose = (value: string) => {
    setChoice(value)
    setVersion(value.startsWith(IN) ? { chain: value.slice(IN.length), version: '' } : null)
  }
  const submit = () => {
    if (isMissingVersion) return
    const input = toInput(action, groups, choice, version)
    act.mutate(
      { ...input, ...(note.trim() && { note: note.trim() }) },
      {
        onSuccess: ({ results }) => {
          setNote('')
          onDone?.(results.flatMap((result) => (result.ok ? result.group : [])))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !act.isPending && onClose()}
      title={`${failureActionLabels[action]} ${formatPlural(groups.length, 'kind of failure', 'kinds of failure')}`}
      description={`${listNames(requested.names)}. ${consequences[action]}`}
      submit={{
        children: failureActionLabels[action],
        form,
        autoFocus: action !== 'assign',
        pending: act.isPending,
        disabled: isMissingVersion,
      }}
    >
      <Form id={form} noValidate onSubmit={submit} className="grid gap-4">
        {action === 'archive' && <ArchiveUntil value={choice} onChange={setChoice} />}
        {action === 'resolve' && <ResolvedIn value={choice} chains={chains} onChange={choose} />}
        {version && (
          <Field label="Version">
            {(control) => (
              <VersionPicker
                {...control}
                project={project}
                chain={version.chain}
                value={version.version || null}
                placeholder="Choose"
                onChange={(name) => setVersion({ ...version, version: name })}
              />
            )}
          </Field>
        )}
        {action === 'assign' && <Owner project={project} owner={owner} value={choice} onChange={setChoice} />}
        <TextareaField label="Note" required={false} maxLength={2000} {...unsentField(kept)} />
      </Form>
    </Dialog>
  )
}

const NAMED = 3

/** Lists the first names: "A, B, C and 2 more". */
function listNames(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const NOBODY = 'nobody'
const ANYWHERE = 'anywhere'
const NEXT = 'next'
/** Begins the choice of a version of a chain. */
const IN = 'in '
const firstChoice: Record<FailureAction, string> = {
  resolve: ANYWHERE,
  archive: 'escalating',
  reopen: '',
  assign: NOBODY,
  merge: '',
}

const archiveChoices = [
  { value: 'escalating', label: 'Until it escalates' },
  { value: '1', label: 'For a day' },
  { value: '7', label: 'For a week' },
  { value: '30', label: 'For 30 days' },
  { value: 'forever', label: 'Forever' },
]

function toInput(action: FailureAction, groups: readonly string[], choice: string, version: Version | null): Input {
  const input: Input = { action, groups: [...groups] }
  if (action === 'archive') {
    if (choice === 'escalating') return { ...input, untilEscalating: true }
    const days = Number(choice)
    return days > 0 ? { ...input, until: new Date(Date.now() + days * DAY_MS).toISOString() } : input
  }
  if (action === 'resolve') {
    if (choice === NEXT) return { ...input, inNextVersion: true }
    return version ? { ...input, version } : input
  }
  return action === 'assign' ? { ...input, owner: choice === NOBODY ? null : choice } : input
}

type ChoiceProps = { value: string; onChange: (value: string) => void }

function ArchiveUntil({ value, onChange }: ChoiceProps) {
  return (
    <Field label="How long" hint="It escalates when a day brings more failures than earlier days suggest.">
      {(control) => <Select {...control} label="How long" value={value} onChange={onChange} options={archiveChoices} />}
    </Field>
  )
}

function ResolvedIn({ value, chains, onChange }: ChoiceProps & { chains: readonly string[] }) {
  const options = [
    { value: ANYWHERE, label: 'Everywhere, from now on' },
    { value: NEXT, label: 'In the next version' },
    ...chains.map((chain) => ({ value: `${IN}${chain}`, label: `In a version of ${chain}` })),
  ]
  return (
    <Field
      label="Fixed"
      hint={
        value === NEXT
          ? 'All versions known by now may still fail. Newer ones may not.'
          : value === ANYWHERE
            ? 'No version may fail like this any more.'
            : 'Older versions may still fail. This version and later ones may not.'
      }
    >
      {(control) => <Select {...control} label="Fixed" value={value} onChange={onChange} options={options} />}
    </Field>
  )
}

type OwnerProps = ChoiceProps & { project: string; owner: FailureGroup['owner'] }

function Owner({ project, owner, value, onChange }: OwnerProps) {
  // An owner who has left the project, or became a viewer, stays until another one is chosen.
  const others = [{ value: NOBODY, label: 'Unassigned' }, ...(owner ? [{ value: owner.id, label: owner.name }] : [])]
  return (
    <Field label="Owner">
      {(control) => (
        <PersonPicker
          {...control}
          isOpenAtOnce
          project={project}
          within={{ deciders: true }}
          others={others}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

const done: Record<FailureAction, string> = {
  resolve: 'resolved',
  archive: 'archived',
  reopen: 'reopened',
  assign: 'assigned',
  merge: 'merged',
}

/** Applies the action to the groups and shows the result, with a button that takes it back. */
function useActOnGroups(project: string) {
  const undo = useUndo(project)
  return useMutation({
    ...mutationOf('POST /api/v1/failure-groups/actions', { project }),
    onSuccess: (answer, { action }) => showResult(answer, done[action], () => undo(eventsOf(answer))),
    onError: toast.problem,
  })
}

type Acted = OutputOf<typeof actOnFailureGroups>
type Events = InputOf<typeof undoFailureEvents>['events']

const eventsOf = ({ into, event, results }: Acted): Events =>
  into && event
    ? [{ group: into, event }]
    : results.flatMap(({ group, event: own }) => (own ? { group, event: own } : []))

function showResult(
  { done: count, refused, results }: Pick<Acted, 'done' | 'refused'> & { results: readonly { error: string | null }[] },
  what: string,
  back?: () => void,
) {
  const moved = count > 0 ? `${formatPlural(count, 'kind', 'kinds')} of failure ${what}` : 'Nothing was changed'
  const action = back && count > 0 ? { action: { label: 'Undo', onClick: back } } : {}
  if (refused === 0) return void toast.success(moved, action)
  const reasons = [...new Set(results.flatMap(({ error }) => error ?? []))].slice(0, 3)
  toast.warning(`${moved}; ${refused} left`, {
    description: `${capital(reasons.join('; '))}.`,
    duration: 10_000,
    ...action,
  })
}

/** Takes actions on groups back. */
export function useUndo(project: string): (events: Events) => void {
  const undo = useMutation({
    ...mutationOf('POST /api/v1/failure-groups/undo', { project }),
    onSuccess: (answer) => showResult(answer, 'put back'),
    onError: toast.problem,
  })
  return (events) => undo.mutate({ events })
}
