'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowRight, FlaskConical, KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { SendSnippets } from '@/components/domain-ui/send-snippets'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { SecretField } from '@/components/ui/secret-dialog'
import type { Role } from '@/lib/contracts/projects'
import { projectHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

const headlines: Record<Role, string> = {
  admin: 'Every run is scored on arrival and appears here automatically.',
  reviewer: 'Every run is scored on arrival. Those that need a verdict then wait for you under Review.',
  viewer: 'Once agents send runs, you read them here with their scores. This is how one is sent.',
}

/** Onboarding of a project without runs: create a key, send the first run, and wait for it. */
export function Onboarding({ project }: { project: string }) {
  const { data: status } = useQuery(queryOf('GET /api/v1/status', {}, { project }))
  const isAdmin = useMay(project, 'admin')
  const role = useMyRole(project)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={role === 'viewer' ? 'No runs yet' : 'Send the first run'}
        headline={
          <>
            {headlines[role ?? 'admin']}
            {isAdmin && (
              <>
                {' '}
                Or{' '}
                <a href="#sample" className="link">
                  look around in a sample
                </a>{' '}
                first.
              </>
            )}
          </>
        }
      />
      <ol className="grid gap-8">
        <Step number={1} title="Get a key">
          <MakeKey
            project={project}
            secret={secret}
            onMade={setSecret}
            isAllowed={isAdmin}
            isNext={status?.latestRunId == null}
          />
        </Step>
        <Step number={2} title="Send a run">
          <SendSnippets secret={secret} />
        </Step>
        <Step number={3} title="See it arrive">
          <ArrivalNotice project={project} runId={status?.latestRunId ?? null} />
        </Step>
      </ol>
      {isAdmin && <SampleButton project={project} hasRun={status?.latestRunId != null} />}
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

type MakeKeyProps = {
  project: string
  secret: string | null
  onMade: (secret: string) => void
  isAllowed: boolean
  /** Nothing has arrived yet, so this is what to do. */
  isNext: boolean
}

/** Creates an API key; its secret is inserted into the snippets and shown once. */
function MakeKey({ project, secret, onMade, isAllowed, isNext }: MakeKeyProps) {
  const create = useMutation(mutationOf('POST /api/v1/keys', { project, isSecret: true }))
  if (secret) return <SecretField secret={secret} />
  if (!isAllowed) return <p className="text-ink-2 text-sm">Ask an admin of this project for an API key.</p>
  const make = () => create.mutate({ name: 'First key' }, { onSuccess: (made) => onMade(made.secret) })
  return (
    <div className="grid justify-items-start gap-2">
      {create.error && <Notice tone="fail">{toProblem(create.error).message}</Notice>}
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        icon={<KeyRound aria-hidden />}
        pending={create.isPending}
        onClick={make}
      >
        Create key
      </Button>
      <p className="text-ink-3 text-xs">It is filled into the snippets below. You can revoke it in Settings.</p>
    </div>
  )
}

/** Button that loads sample runs, for a look around without an agent. */
function SampleButton({ project, hasRun }: { project: string; hasRun: boolean }) {
  const load = useMutation(mutationOf('POST /api/v1/sample', { project }))
  return (
    <section id="sample" className="mt-10 border-t pt-6">
      <h2 className="font-medium text-base">Or look around first</h2>
      <p className="mt-1 max-w-prose text-ink-2 text-sm">
        The sample runs three small chains in several versions, one of them worse, and sends their runs the way yours
        will arrive.
      </p>
      <div className="mt-3 grid justify-items-start gap-2">
        {load.error && <Notice tone="fail">{toProblem(load.error).message}</Notice>}
        {load.isSuccess && hasRun ? (
          <p role="status" className="flex h-8 items-center text-ink-2 text-sm">
            The sample is loaded. Its runs are on the overview.
          </p>
        ) : load.isSuccess ? (
          <p role="status" className="flex h-8 items-center gap-3 text-ink-2 text-sm">
            <span className="size-2 animate-pulse rounded-full bg-accent" aria-hidden />
            The sample is running. Its runs will appear in a moment.
          </p>
        ) : (
          <Button icon={<FlaskConical aria-hidden />} pending={load.isPending} onClick={() => load.mutate({})}>
            Load the sample project
          </Button>
        )}
      </div>
    </section>
  )
}

type ArrivalNoticeProps = {
  project: string
  /** Id of the newest run; null until the first one arrives. */
  runId: string | null
}

/** Status of the first run: a waiting indicator, then a link to the run. */
function ArrivalNotice({ project, runId }: ArrivalNoticeProps) {
  return (
    <div aria-live="polite">
      {runId === null ? (
        <p className="flex items-center gap-3 rounded-md border border-line-strong border-dashed px-3 py-3 text-ink-2 text-sm">
          <span className="size-2 shrink-0 animate-pulse rounded-full bg-accent" aria-hidden />
          Waiting for a run. This page updates automatically.
        </p>
      ) : (
        <Notice
          tone="pass"
          title="The first run has arrived and is scored."
          className="animate-arrive"
          action={
            <Button asChild size="sm">
              <Link href={projectHref(project, `/runs/${runId}`)}>
                Open it
                <ArrowRight aria-hidden />
              </Link>
            </Button>
          }
        />
      )}
    </div>
  )
}
