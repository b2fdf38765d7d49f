'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import type { NotificationKind } from '@/lib/contracts/notifications'
import { notificationKinds } from '@/lib/contracts/vocabulary'
import { notificationKindLabels } from '@/lib/format/notification-labels'
import { mailQueries, updateMailChoiceMutation } from '@/lib/queries/mail'
import { toProblem } from '@/lib/queries/problem'

const mailed = notificationKinds.filter((kind) => kind !== 'mail_failing')

/** Which notifications the person is sent by mail, in every project. */
export function MailChoice() {
  const { data } = useSuspenseQuery(mailQueries.choice())
  const update = useMutation(updateMailChoiceMutation())
  // Shown at once, and taken back when it could not be kept.
  const [{ isAvailable, isOn, off }, setShown] = useState(data)
  const save = (change: { isOn: boolean } | { off: NotificationKind[] }) => {
    setShown((before) => ({ ...before, ...change }))
    update.mutate(change, {
      onError: (error) => {
        setShown(data)
        toast.error(toProblem(error).message)
      },
    })
  }
  const choose = (kind: NotificationKind, isWanted: boolean) =>
    save({ off: isWanted ? off.filter((other) => other !== kind) : [...off, kind] })
  return (
    <div className="grid gap-4">
      <label htmlFor="mail-on" className="flex items-center justify-between gap-4 text-sm">
        <span>
          Notifications by e-mail
          <span className="block text-ink-3 text-xs">
            {isAvailable ? 'In every project you belong to.' : 'This desk sends none: no mail server is set.'}
          </span>
        </span>
        <Switch id="mail-on" checked={isOn} disabled={!isAvailable} onCheckedChange={(next) => save({ isOn: next })} />
      </label>
      {isAvailable && isOn && (
        <fieldset className="grid gap-2">
          <legend className="sr-only">Which ones</legend>
          {mailed.map((kind) => (
            <label key={kind} htmlFor={`mail-${kind}`} className="flex items-center gap-2.5 text-sm">
              <Checkbox
                id={`mail-${kind}`}
                checked={!off.includes(kind)}
                onCheckedChange={(isWanted) => choose(kind, isWanted === true)}
              />
              {notificationKindLabels[kind]}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
