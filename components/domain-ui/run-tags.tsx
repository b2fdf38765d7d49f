'use client'

import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Form } from '@/components/ui/form'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import { sayRefused } from '@/components/ui/say-refused'
import type { RunRow } from '@/lib/contracts/runs'
import { mutationOf } from '@/lib/queries/query-of'
import { useMay } from './role'

type RunTagsProps = { project: string; run: Pick<RunRow, 'id' | 'tags'> }

/** The tags of a run, which everyone but viewers can add and remove. Nothing for a viewer of a run without tags. */
export function RunTags({ project, run: { id: runId, tags } }: RunTagsProps) {
  const mayWrite = useMay(project, 'reviewer')
  const [typed, setTyped] = useState('')
  const change = useMutation({
    ...mutationOf('POST /api/v1/runs/tags', { project }),
    // One after the other: the page may show a change before it was answered, and the next one must not be lost.
    scope: { id: `tags ${runId}` },
    onError: (error, { add }) => {
      const refused = add?.[0]
      if (refused) setTyped((now) => now || refused)
      sayRefused('The tags were not changed')(error)
    },
  })
  const add = () => {
    const tag = typed.trim().replaceAll(',', ' ')
    if (tag === '') return
    // Before the answer, so that the next one can be typed meanwhile.
    setTyped('')
    change.mutate({ runIds: [runId], add: [tag] })
  }
  if (tags.length === 0 && !mayWrite) return null
  return (
    <section aria-label="Tags" className="flex flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <span key={tag} className="inline-flex h-7 items-center gap-1 rounded-md border bg-sunken pl-2 text-xs">
          {tag}
          {mayWrite ? (
            <IconButton
              label={`Remove the tag ${tag}`}
              className="size-6!"
              pending={change.isPending && change.variables.remove?.includes(tag)}
              onClick={() => change.mutate({ runIds: [runId], remove: [tag] })}
            >
              <X className="size-3.5" aria-hidden />
            </IconButton>
          ) : (
            <span className="pr-2" />
          )}
        </span>
      ))}
      {mayWrite && (
        <Form onSubmit={add} className="print:hidden">
          <Input
            aria-label="Add a tag"
            placeholder="Add a tag"
            value={typed}
            maxLength={60}
            className={clsx(
              'w-32 border-transparent bg-transparent hover:border-line-strong focus:border-line-strong',
              tags.length === 0 && '-ml-2.75',
            )}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form>
      )}
    </section>
  )
}
