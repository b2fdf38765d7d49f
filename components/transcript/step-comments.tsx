'use client'

import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, MessageSquarePlus, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useMay } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { useLazyComponent } from '@/components/ui/lazy-component'
import { sayRefused } from '@/components/ui/say-refused'
import { RelativeTime } from '@/components/ui/time'
import type { CommentView } from '@/lib/contracts/comments'
import { formatPlural } from '@/lib/presentation/format/number'
import { mentionPieces } from '@/lib/presentation/transcript/comments'
import { mutationOf } from '@/lib/queries/query-of'
import { commentParts, type Thread, type useComments } from './use-comments'
import { editOf, keepWritten, writtenOn } from './written-comments'

type StepCommentsProps = {
  project: string
  runId: string
  /** Null for the run as a whole. */
  stepId: string | null
  thread: Thread
  onClose: () => void
}

/** Comments on a step or run: open ones are shown, resolved ones are collapsed. */
export function StepComments({ project, runId, stepId, thread: { comments, draft }, onClose }: StepCommentsProps) {
  const open = comments.filter(({ resolved }) => resolved === null)
  const resolved = comments.filter((comment) => comment.resolved !== null)
  const form = useLazyComponent(commentParts, draft !== undefined)
  return (
    <section aria-label="Comments" className="mt-2 space-y-2 border-l-2 border-l-human-line pl-3">
      {open.map((comment) => (
        <Comment key={comment.id} project={project} runId={runId} comment={comment} />
      ))}
      {resolved.length > 0 && (
        <details>
          <summary className="w-fit text-ink-3 text-xs">{formatPlural(resolved.length, 'resolved comment')}</summary>
          <div className="space-y-2 pt-1">
            {resolved.map((comment) => (
              <Comment key={comment.id} project={project} runId={runId} comment={comment} />
            ))}
          </div>
        </details>
      )}
      {draft !== undefined && form && (
        <form.CommentForm project={project} runId={runId} stepId={stepId} draft={draft} onClose={onClose} />
      )}
    </section>
  )
}

type RunCommentsProps = { project: string; runId: string; comments: ReturnType<typeof useComments> }

/** Comments on the run as a whole. */
export function RunComments(props: RunCommentsProps) {
  const { comments, ...of } = props
  const { ofRun, draftOfRun, covered } = comments
  useEffect(() => commentParts.prefetch(), [])
  const earlier = useLazyComponent(commentParts, !!comments.newest?.next)
  const mayComment = useMay(props.project, 'viewer')
  return (
    <section aria-label="About the whole run" tabIndex={-1} className="mt-6 print:hidden">
      {(ofRun.length > 0 || draftOfRun !== undefined) && (
        <StepComments
          {...of}
          stepId={null}
          thread={{ comments: ofRun, draft: draftOfRun }}
          onClose={() => comments.closeComment(null)}
        />
      )}
      {draftOfRun === undefined && mayComment && (
        <Button
          size="sm"
          variant="ghost"
          icon={<MessageSquarePlus aria-hidden />}
          className="h-auto! min-h-7 whitespace-normal!"
          onClick={() => comments.comment(null)}
        >
          Comment on the whole run
        </Button>
      )}
      {earlier && <earlier.EarlierComments {...props} />}
      {covered > 0 && (
        <p className="mt-2 text-ink-3 text-xs">
          {formatPlural(covered, 'comment')} of others, shown after your verdict.
        </p>
      )}
    </section>
  )
}

type CommentProps = { project: string; runId: string; comment: CommentView }

/** Rendered again only when it changed: a run may have thousands. */
const Comment = memo(function Comment({ project, runId, comment }: CommentProps) {
  const { id, by, quote, createdAt, editedAt, resolved, isOwn } = comment
  const [isEdited, setEdited] = useState(() => isOwn && writtenOn(runId).has(editOf(comment)))
  const form = useLazyComponent(commentParts, isEdited)
  const closeEdit = () => {
    keepWritten(runId, editOf(comment), null)
    setEdited(false)
  }
  const onError = sayRefused('Not changed')
  const resolve = useMutation({ ...mutationOf('POST /api/v1/comments/{commentId}/resolve', { project }), onError })
  const remove = useMutation({ ...mutationOf('POST /api/v1/comments/{commentId}/delete', { project }), onError })
  const isResolved = resolved !== null
  const mayChange = useMay(project, 'viewer')
  const { article, isNamed } = useNamedInAddress(`comment-${id}`)
  return (
    <article
      ref={article}
      id={`comment-${id}`}
      tabIndex={-1}
      aria-label={`Comment of ${by}`}
      className={clsx(
        'scroll-mt-28 scroll-mb-28 text-sm',
        isNamed && 'bg-selected ring-4 ring-selected',
        (isResolved || remove.isPending) && 'text-ink-3',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-xs">
        <span className="font-medium">{by}</span>
        <RelativeTime iso={createdAt} className="text-ink-3" />
        {editedAt !== null && (
          <span className="text-ink-3">
            edited <RelativeTime iso={editedAt} />
          </span>
        )}
        {resolved && <span>resolved by {resolved.by}</span>}
        <span className="ml-auto flex items-center">
          <Button
            size="sm"
            variant="ghost"
            className="h-6!"
            icon={isResolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
            disabled={!mayChange}
            pending={resolve.isPending}
            onClick={() => resolve.mutate({ commentId: id, runId, resolved: !isResolved })}
          >
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
          {isOwn && mayChange && !isEdited && (
            <IconButton
              label="Edit this comment"
              className="size-6!"
              disabled={remove.isPending}
              onClick={() => setEdited(true)}
            >
              <Pencil aria-hidden />
            </IconButton>
          )}
          {isOwn && mayChange && (
            <IconButton
              label="Take this comment down"
              className="size-6!"
              pending={remove.isPending}
              onClick={() => remove.mutate({ commentId: id, runId })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </span>
      </p>
      {quote !== null && (
        <blockquote className="line-clamp-2 border-l-2 border-l-human pl-2 text-ink-2 text-xs">{quote}</blockquote>
      )}
      {isEdited && form ? (
        <form.CommentForm
          project={project}
          runId={runId}
          stepId={comment.stepId}
          draft={null}
          edited={comment}
          onClose={closeEdit}
        />
      ) : (
        <p className="whitespace-pre-line break-words">
          {mentionPieces(comment).map(({ text, isMention }, place) =>
            isMention ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position.
              <span key={place} className="font-medium text-accent-fg">
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </p>
      )}
    </article>
  )
})

/** Scrolls to the comment if the address names it: comments are loaded after the page, when the browser has looked for it in vain. */
function useNamedInAddress(id: string) {
  const article = useRef<HTMLElement>(null)
  const [isNamed, setNamed] = useState(false)
  useEffect(() => {
    if (window.location.hash !== `#${id}`) return
    setNamed(true)
    article.current?.closest('details')?.setAttribute('open', '')
    article.current?.focus()
  }, [id])
  return { article, isNamed }
}
