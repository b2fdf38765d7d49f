'use client'

import { useMutation } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId } from 'react'
import { useOffForViewers } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { OutputOf } from '@/lib/contracts/contract'
import type { publishVersion, VersionDetail } from '@/lib/contracts/versions'
import { formatPlural } from '@/lib/presentation/format/number'
import { versionHref } from '@/lib/presentation/links'
import { mutationOf } from '@/lib/queries/query-of'

// Loaded when the dialog opens.
const PublishForm = dynamic(orMissing(() => import('./publish-form'), 'PublishForm'))

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
          <LatePart fallback={<SkeletonRows rows={5} />}>
            <PublishForm
              project={project}
              chain={chain}
              newest={newest}
              id={form}
              error={publish.error}
              onSubmit={(draft, onSuccess) => publish.mutate({ version: '', ...draft, chain }, { onSuccess })}
            />
          </LatePart>
        )
      )}
    </Dialog>
  )
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
        {trials > 0 && ` ${formatPlural(trials, 'trial is', 'trials are')} queued.`}
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
