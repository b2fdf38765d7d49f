'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { InputField } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { SubmitButton } from './entry-fields'
import { navigateAway } from './return-path'

/** Form that creates a project and opens it. The slug is derived from the name until it is edited. */
export function CreateProjectForm() {
  const create = useMutation(mutationOf('POST /api/v1/projects'))
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const slug = ownSlug ?? toSlug(name)
  const problem = problemOf(create.error)
  const submit = async () => {
    const made = await create.mutateAsync({ name, slug }).catch(() => null)
    if (made) await navigateAway(`/p/${made.project.slug}`)
  }
  return (
    <form action={submit} className="grid gap-4">
      <ProblemNotice problem={problem} beside={['name', 'slug']} />
      <InputField
        label="Name"
        error={problem?.fields.name}
        required
        autoFocus
        maxLength={200}
        value={name}
        onChange={setName}
        className="h-10 w-full"
      />
      <InputField
        label="Address"
        hint={`Lowercase letters, digits and dashes: /p/${slug || '…'}`}
        error={problem?.fields.slug}
        required
        maxLength={64}
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        onChange={setOwnSlug}
        className="h-10 w-full font-mono"
      />
      <SubmitButton>Create project</SubmitButton>
    </form>
  )
}

/** Derives a slug from a name: lowercase letters, digits and single dashes, at most 64 characters; accents are dropped. */
export function toSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
}
