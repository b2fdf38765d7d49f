'use client'

import { useMutation } from '@tanstack/react-query'
import { CornerUpLeft, MoreHorizontal, SkipForward, Timer } from 'lucide-react'
import { useState } from 'react'
import { useMayTakeBack } from '@/components/domain-ui/asked-review'
import { useRunActions } from '@/components/domain-ui/run-actions'
import { useFirstPress } from '@/components/shell/first-press'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button, onFirstClick } from '@/components/ui/button'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { lazyComponent, useLazyOverlay } from '@/components/ui/lazy-component'
import { showRefusal } from '@/components/ui/say-refused'
import { useTimeZone } from '@/components/ui/time'
import { announce } from '@/components/ui/toast'
import type { ReviewItem } from '@/lib/contracts/review-queue'
import { formatDateTime } from '@/lib/presentation/format/date'
import { isOfLostProject, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import type { Postponed } from './use-take-up'

const queueDialogs = lazyComponent(() => import('./queue-dialogs'))

type QueueActionsProps = {
  project: string
  item: ReviewItem
  /** Called when the run is no longer claimed by the user, with a message and its undoing if that is what they asked for. */
  onGone: (note: string | null, undo?: Postponed['undo']) => void
  onAsked: (item: ReviewItem) => void
}

/** Actions other than a verdict: skip, hold, send back, assign, or request a second reviewer. */
export function QueueActions({ project, item, onGone, onAsked }: QueueActionsProps) {
  const timeZone = useTimeZone()
  const { mutationKey, isUnderWay } = useRunActions(item.runId)
  const [open, setOpen] = useState<'hold' | 'assign' | null>(null)
  const openDialog = (next: 'hold' | 'assign') => {
    if (!isUnderWay()) setOpen(next)
  }
  const onError = (error: unknown) => {
    const problem = toProblem(error, { not_found: 'This run is no longer in the queue.' })
    showRefusal('Not done', problem)
    if (problem.code === 'not_found' && !isOfLostProject(error)) onGone(null)
  }
  const skip = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/skip', { project, changes: [] }),
    mutationKey,
    onError,
  })
  const move = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/move', { project, changes: [] }),
    mutationKey,
    onError,
  })
  const isPending = skip.isPending || move.isPending
  const { runId, clientId, asked, said } = item
  const mayTakeBack = useMayTakeBack(project, asked)
  const canAsk = asked === null || asked.needed < Math.max(2, said + 1)
  const askLabel = canAsk ? 'Ask a second person' : 'Take the request back'
  const doSkip = () => {
    if (!isUnderWay())
      skip.mutate(
        { runId },
        { onSuccess: () => onGone(`Skipped ${clientId}. It comes back at the end of the queue.`, null) },
      )
  }
  const sendBack = () => {
    if (isUnderWay()) return
    // Releasing does not change the run's priority, so skip it first: for this user it then comes last.
    skip.mutate(
      { runId },
      {
        onSuccess: () =>
          move.mutate(
            { runId, action: 'release', replaces: item.held?.userId ?? null },
            { onSuccess: () => onGone(`Sent ${clientId} back to the queue.`, null) },
          ),
      },
    )
  }
  const ask = () => {
    if (isUnderWay()) return
    move.mutate(
      { runId, ...(canAsk ? { action: 'ask' } : { action: 'unask', replaces: asked?.userId }) },
      {
        onSuccess: ({ item: now }) => {
          announce(canAsk ? 'You asked for a second person. Both verdicts are kept.' : 'The request is taken back.')
          onAsked(now)
        },
      },
    )
  }
  const onFirstPress = useFirstPress(runId)
  useShortcuts('Postpone or reassign', [
    { keys: 's', label: 'Skip to the end of the queue', run: onFirstPress(doSkip) },
    { keys: 'h', label: 'Hold until later', run: () => openDialog('hold') },
    { keys: 'b', label: 'Send back to the queue', run: onFirstPress(sendBack) },
    { keys: 'i', label: 'Assign to a person', run: () => openDialog('assign') },
    ...(canAsk || mayTakeBack ? [{ keys: 'o', label: askLabel, run: ask }] : []),
  ])
  const close = () => setOpen(null)
  const dialogs = useLazyOverlay(queueDialogs, open !== null, close)
  return (
    <>
      <Button
        variant="ghost"
        icon={<SkipForward aria-hidden />}
        shortcut="s"
        aria-disabled={isPending}
        onClick={onFirstClick(doSkip)}
      >
        Skip
      </Button>
      <Button
        variant="ghost"
        icon={<Timer aria-hidden />}
        shortcut="h"
        disabled={isPending}
        onClick={() => openDialog('hold')}
      >
        Hold
      </Button>
      <Button
        variant="ghost"
        icon={<CornerUpLeft aria-hidden />}
        shortcut="b"
        aria-disabled={isPending}
        onClick={onFirstClick(sendBack)}
      >
        Send back
      </Button>
      <DropdownMenu
        align="end"
        trigger={
          <Button
            variant="ghost"
            aria-label="More to do with this run"
            icon={<MoreHorizontal aria-hidden />}
            className="px-2"
          />
        }
      >
        <MenuItem shortcut="i" onSelect={() => openDialog('assign')}>
          Assign to a person
        </MenuItem>
        {(canAsk || mayTakeBack) && (
          <MenuItem shortcut="o" onSelect={ask}>
            {askLabel}
          </MenuItem>
        )}
      </DropdownMenu>
      {open === 'hold' && dialogs && (
        <dialogs.HoldDialog
          runId={runId}
          isPending={move.isPending}
          onClose={close}
          onHold={(until, reason, onTaken) =>
            move.mutate(
              { runId, action: 'hold', until, ...(reason && { reason }) },
              {
                onSuccess: ({ item: { held } }) => {
                  onTaken()
                  onGone(`Held ${clientId} until ${formatDateTime(until, timeZone)}.`, {
                    action: 'release',
                    replaces: held?.userId,
                  })
                },
              },
            )
          }
        />
      )}
      {open === 'assign' && dialogs && (
        <dialogs.AssignDialog
          project={project}
          what="this run"
          isPending={move.isPending}
          onClose={close}
          onAssign={(userId, name) =>
            move.mutate(
              { runId, action: 'assign', userId },
              {
                onSuccess: () =>
                  onGone(`${clientId} waits for ${name}.`, {
                    action: 'assign',
                    userId: item.assignedTo?.userId ?? null,
                    replaces: userId,
                  }),
              },
            )
          }
        />
      )}
    </>
  )
}
