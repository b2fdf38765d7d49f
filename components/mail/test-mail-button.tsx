'use client'

import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { formatDuration } from '@/lib/format/duration'
import { testMailMutation } from '@/lib/queries/mail'
import { toProblem } from '@/lib/queries/problem'

/** Sends a test mail to whoever presses it, and says what came of it. */
export function TestMailButton({ project }: { project: string }) {
  const test = useMutation(testMailMutation(project))
  const act = () =>
    test.mutate(undefined, {
      onSuccess: ({ address, error, ms }) => {
        if (error === null) toast.success(`The server took a mail to ${address} in ${formatDuration(ms)}`)
        else toast.error(`No mail was sent: ${error}.`)
      },
      onError: (error) => toast.error(toProblem(error).message),
    })
  return (
    <Button icon={<Send aria-hidden />} pending={test.isPending} onClick={act}>
      Send a test mail
    </Button>
  )
}
