'use client'

import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { toProblem } from '@/lib/queries/problem'
import { loadSampleMutation } from '@/lib/queries/sample'

/** The other way to see the desk at work: runs of a small built-in chain. */
export function SampleButton({ project }: { project: string }) {
  const load = useMutation(loadSampleMutation(project))
  return (
    <section className="mt-10 border-t pt-6">
      <h2 className="font-medium text-base">Or look around first</h2>
      <p className="mt-1 max-w-prose text-ink-2 text-sm">
        The sample project runs a small chain here, in several versions, one of them worse, and sends its runs the same
        way yours will come.
      </p>
      <div className="mt-3 grid justify-items-start gap-2">
        {load.error && <Notice tone="fail">{toProblem(load.error).message}</Notice>}
        {load.isSuccess ? (
          <p role="status" className="flex h-8 items-center gap-3 text-ink-2 text-sm">
            <span className="size-2 animate-pulse rounded-full bg-accent" aria-hidden />
            The sample chain is running. Its runs appear in a moment.
          </p>
        ) : (
          <Button icon={<FlaskConical aria-hidden />} pending={load.isPending} onClick={() => load.mutate()}>
            Load the sample project
          </Button>
        )}
      </div>
    </section>
  )
}
