'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useId, useState } from 'react'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { useOffForViewers } from '@/components/domain-ui/role'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { OutputOf } from '@/lib/contracts/contract'
import type { publishVersion, VersionDetail } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/presentation/format/number'
import { versionHref } from '@/lib/presentation/links'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { type Draft, firstDraft, keepableText, toText } from './publish-draft'
import { PublishForm } from './publish-form'

type PublishDialogProps = { project: string; chain: string; newest: string | null }

/** Dialog that publishes the next version of a chain, prefilled from the newest one. */
export function PublishDialog({ project, chain, newest }: PublishDialogProps) {
  const off = useOffForViewers(project, 'publish')
  const publish = useMutation(mutationOf('POST /api/v1/chains/{chain}/publications', { project, isSecret: true }))
  const [isOpen, setOpen] = useDialogOf(publish)
  const form = useId()
  return (
    <Dialog
      open={isOpen}
      // Once it is sent, closing would lose the signing secret that is about to be shown.
      onOpenChange={(next) => (next || !publish.isPending) && setOpen(next)}
      width="lg"
      title={publish.data ? titleOf(publish.data.version) : 'Publish a version'}
      description={
        publish.data
          ? undefined
          : 'It serves at once if it is the highest version, and cannot be changed afterwards. You cannot decide on it yourself.'
      }
      trigger={
        <Button variant="primary" icon={<Rocket aria-hidden />} {...off}>
          Publish a version
        </Button>
      }
      {...(publish.data
        ? { actions: <PublishedActions project={project} version={publish.data.version} /> }
        : { submit: { children: 'Publish', form, pending: publish.isPending } })}
    >
      {publish.data ? (
        <Published answer={publish.data} />
      ) : (
        isOpen && (
          <Start
            project={project}
            chain={chain}
            newest={newest}
            id={form}
            error={publish.error}
            onSubmit={(draft, onSuccess) => publish.mutate({ version: '', ...draft, chain }, { onSuccess })}
          />
        )
      )}
    </Dialog>
  )
}

type StartProps = PublishDialogProps & {
  id: string
  error: Error | null
  onSubmit: (draft: Draft, onSuccess: () => void) => void
}

function Start({ project, chain, newest, ...form }: StartProps) {
  const last = useQuery({
    ...queryOf('GET /api/v1/chains/{chain}/versions/{version}', { chain, version: newest ?? '' }, { project }),
    enabled: newest !== null,
  })
  if (newest !== null && last.isPending) return <SkeletonRows rows={5} />
  if (last.isError)
    return (
      <LoadProblem compact title={`${newest} could not be read`} error={last.error} onRetry={() => last.refetch()} />
    )
  return <Editor project={project} chain={chain} last={last.data?.version ?? null} {...form} />
}

type EditorProps = Omit<StartProps, 'newest'> & { last: VersionDetail | null }

/** The form with its draft, kept while it is unsent. Another newest version begins another draft. */
function Editor({ project, chain, last, onSubmit, ...form }: EditorProps) {
  const [start] = useState(() => toText(firstDraft(last)))
  const text = useUnsentText(`publish ${project} ${chain} ${last?.version}`, start, keepableText)
  return <PublishForm text={text} last={last} onSubmit={(draft) => onSubmit(draft, () => text[1](start))} {...form} />
}

function PublishedActions({ project, version }: { project: string; version: VersionDetail }) {
  return (
    <>
      <DialogClose>
        <Button>Close</Button>
      </DialogClose>
      <Button variant="primary" asChild>
        <Link href={versionHref(project, version.chain, version.version)}>Open {version.version}</Link>
      </Button>
    </>
  )
}

function Published({ answer }: { answer: OutputOf<typeof publishVersion> }) {
  const { version, published, trials, signingSecret } = answer
  return (
    <div className="grid gap-4">
      {!published && <Notice title="It was already published with the same content." />}
      <p className="text-sm">
        {statusOf(version)}
        {trials > 0 && ` ${formatPlural(trials, 'trial')} ${trials === 1 ? 'is' : 'are'} queued.`}
      </p>
      {signingSecret && (
        <Notice tone="review" title="Requests to the executors of this chain are signed with this secret">
          <span className="flex items-center gap-2">
            <code className="min-w-0 flex-1 break-all font-mono text-xs">{signingSecret}</code>
            <CopyButton text={signingSecret} label="Copy secret" />
          </span>
          Copy it now. It is shown only once.
        </Notice>
      )}
    </div>
  )
}

function titleOf({ version, state }: VersionDetail): string {
  return state === 'candidate' ? `${version} is a candidate` : `${version} is published`
}

function statusOf({ served, state }: VersionDetail): string {
  if (served) return 'It serves now.'
  return state === 'candidate'
    ? 'It is compared with the serving version, and does not serve itself.'
    : 'It does not serve now.'
}
