'use client'

import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { formatPlural } from '@/lib/format/number'
import { toProblem } from '@/lib/queries/problem'
import { addTrialsMutation } from '@/lib/queries/versions'

type MoreRunsProps = { project: string; chain: string; version: string; count: number }

/** Asks the version's executor for more live runs. Viewers see the button and why it is off. */
export function MoreRuns({ project, chain, version, count }: MoreRunsProps) {
  const isViewer = useMyRole(project) === 'viewer'
  const add = useMutation({
    ...addTrialsMutation(project, { chain, version }),
    onError: (error) => toast.error(toProblem(error).message),
  })
  return (
    <Button
      icon={<Play aria-hidden />}
      pending={add.isPending}
      disabled={isViewer}
      title={isViewer ? 'Viewers read; a reviewer or an admin asks for runs' : undefined}
      onClick={() => add.mutate({ kind: 'live', count })}
    >
      {formatPlural(count, 'more live run')}
    </Button>
  )
}
