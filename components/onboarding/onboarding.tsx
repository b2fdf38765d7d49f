'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMyRole } from '@/components/settings/use-my-role'
import { PageHeader } from '@/components/ui/page-header'
import { statusQueries } from '@/lib/queries/status'
import { ArrivalNotice } from './arrival-notice'
import { MakeKey } from './make-key'
import { SampleButton } from './sample-button'
import { SendSnippets } from './send-snippets'

/** What a project without runs shows: how to send the first one, and that it is awaited. */
export function Onboarding({ project }: { project: string }) {
  const { data: status } = useQuery(statusQueries.get(project))
  const isAdmin = useMyRole(project) === 'admin'
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Send the first run"
        finding="Every run is scored before the answer comes back, and then appears here by itself."
      />
      <ol className="grid gap-8">
        <Step number={1} title="Get a key">
          <MakeKey project={project} secret={secret} onMade={setSecret} isAllowed={isAdmin} />
        </Step>
        <Step number={2} title="Send a run">
          <SendSnippets secret={secret} />
        </Step>
        <Step number={3} title="See it arrive">
          <ArrivalNotice project={project} runId={status?.latestRunId ?? null} />
        </Step>
      </ol>
      {isAdmin && <SampleButton project={project} />}
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)]">
      <span
        className="flex size-6 items-center justify-center rounded-full border border-line-strong font-medium text-ink-2 text-xs"
        aria-hidden
      >
        {number}
      </span>
      <section className="contents sm:grid sm:grid-cols-[minmax(0,1fr)] sm:gap-3">
        <h2 className="pt-px font-medium text-base">{title}</h2>
        <div className="min-w-0 max-sm:col-span-2 max-sm:mt-3">{children}</div>
      </section>
    </li>
  )
}
