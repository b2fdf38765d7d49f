'use client'

import { useMutation } from '@tanstack/react-query'
import { ArrowUpFromLine, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { DefinitionList } from '@/components/ui/definition-list'
import { Field } from '@/components/ui/field'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { Panel } from '@/components/ui/panel'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { GateDetail } from '@/lib/contracts/gates'
import { formatPlural } from '@/lib/presentation/format/number'
import { listWords } from '@/lib/presentation/format/text'
import { decidersText, formatApprovals, formatOwner } from '@/lib/presentation/labels/gates'
import { gateMove } from '@/lib/queries/gates'
import { ReasonDialog } from './reason-dialog'

const pickers = lazyComponent(() => import('@/components/domain-ui/pickers'))

type GatePeopleProps = { project: string; detail: GateDetail }

/** Owner of the gate, who may decide it, and the approvals so far. */
export function GatePeople({ project, detail }: GatePeopleProps) {
  const { gate, deciders, mayMove } = detail
  const stale = detail.votes.filter((vote) => !vote.counts)
  return (
    <Panel
      title="People"
      actions={
        mayMove.allowed && (
          <>
            <MoveGateDialog project={project} detail={detail} kind="escalate" />
            <MoveGateDialog project={project} detail={detail} kind="assign" />
          </>
        )
      }
    >
      <DefinitionList
        items={[
          { term: 'Owner', value: formatOwner(gate) },
          { term: 'Approvals', value: formatApprovals(detail) },
          { term: deciders.listed ? 'Listed to decide' : 'May decide', value: decidersText(detail) },
        ]}
      />
      {gate.quorum > 1 && (
        <p className="mt-2 text-ink-2 text-sm">
          Approvals must come from different people. One rejection is enough to reject.
        </p>
      )}
      {stale.length > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          {listWords(stale.map((vote) => vote.by.name))} approved earlier evidence, or may not decide any more: that
          does not count.
        </p>
      )}
      {deciders.count < gate.quorum && (
        <p className="mt-2 text-review-fg text-sm">
          It takes {formatPlural(gate.quorum, 'approval')}, but only {deciders.count} can decide. It will time out
          unless an admin changes who decides.
        </p>
      )}
    </Panel>
  )
}

const kinds = {
  assign: {
    title: 'Assign',
    keys: 's',
    icon: <UserRound aria-hidden />,
    description: 'The owner is notified. Others can still decide.',
  },
  escalate: {
    title: 'Escalate',
    keys: 'e',
    icon: <ArrowUpFromLine aria-hidden />,
    description:
      'The gate moves to someone else, who is notified. Nothing is decided, and the deadline stays the same.',
  },
}

const NOBODY = 'nobody'
const ADMINS = 'admins'

type MoveGateDialogProps = { project: string; detail: GateDetail; kind: keyof typeof kinds }

/** Dialog that assigns or escalates a gate to a person; an escalation requires a reason. */
function MoveGateDialog({ project, detail: { gate, deciders }, kind }: MoveGateDialogProps) {
  const { title, keys, icon, description } = kinds[kind]
  const [to, setTo] = useState<string>()
  const reason = useUnsentText(`escalate ${gate.id}`)
  const [why, setWhy] = reason
  const assign = useMutation(gateMove('POST /api/v1/gates/{gateId}/assignment', project))
  const escalate = useMutation(gateMove('POST /api/v1/gates/{gateId}/escalation', project))
  const move = kind === 'assign' ? assign : escalate
  const { error, isPending } = move
  const [isOpen, setOpen] = useDialogOf(move)
  const parts = useLazyComponent(pickers, isOpen)
  const change = (open: boolean) => {
    setOpen(open)
    setTo(undefined)
  }
  const submit = () => {
    if (to === undefined) return
    const onSuccess = () => {
      change(false)
      setWhy('')
    }
    if (kind === 'assign') assign.mutate({ gateId: gate.id, userId: to === NOBODY ? null : to }, { onSuccess })
    else escalate.mutate({ gateId: gate.id, to, reason: why.trim() }, { onSuccess })
  }
  useShortcuts('This gate', [{ keys, label: title, run: () => change(true) }])
  const within = deciders.listed ? { userIds: deciders.people.map(({ userId }) => userId) } : { deciders: true }
  const except = [...deciders.authorIds, ...(gate.owner ? [gate.owner.userId] : [])]
  const rest = kind === 'escalate' ? { value: ADMINS, label: 'The admins' } : { value: NOBODY, label: 'Unassigned' }
  return (
    <ReasonDialog
      title={title}
      description={description}
      trigger={
        <Button size="sm" icon={icon} shortcut={keys}>
          {title}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={change}
      reason={kind === 'escalate' ? reason : null}
      submit={title}
      isPending={isPending}
      isComplete={to !== undefined}
      error={error}
      onSubmit={submit}
    >
      <Field label="To">
        {({ id }) =>
          parts && (
            <parts.PersonPicker
              id={id}
              project={project}
              within={within}
              except={except}
              others={[rest]}
              value={to}
              onChange={setTo}
            />
          )
        }
      </Field>
    </ReasonDialog>
  )
}
