'use client'

import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { OutputAt } from '@/lib/contracts/targets'
import { listWords } from '@/lib/presentation/format/text'
import { projectHref } from '@/lib/presentation/links'

const MEMBERS = 'GET /api/v1/members'
type Members = OutputAt<typeof MEMBERS>

type Project = { slug: string; name: string }

/** Above the page of a person who lost access to its project meanwhile, which only its admins see before it is deleted: what they typed is still there, and where they go on. */
export function NoLongerMember({ project, others }: { project: Project; others: readonly Project[] }) {
  // Whoever the page has loaded before.
  const known = useQueryClient().getQueriesData<Members | InfiniteData<Members>>({ queryKey: [project.slug, MEMBERS] })
  const answers = known.flatMap(([, answer]) => (answer && 'pages' in answer ? answer.pages : (answer ?? [])))
  const people = answers.flatMap(({ members }) => members)
  const admins = [...new Set(people.filter(({ role, isYou }) => role === 'admin' && !isYou).map(({ name }) => name))]
  return (
    <Notice
      tone="fail"
      className="sticky top-14 z-[15] mb-6"
      title={`You no longer have access to ${project.name}.`}
      action={
        <div className="flex flex-wrap gap-2">
          {others.slice(0, 3).map(({ slug, name }) => (
            <Button key={slug} size="sm" asChild>
              <Link href={projectHref(slug)}>Go to {name}</Link>
            </Button>
          ))}
          {others.length === 0 && (
            <Button size="sm" asChild>
              <Link href="/">Leave this page</Link>
            </Button>
          )}
        </div>
      }
    >
      You were removed from it, or it is to be deleted. Nothing can be saved here any more. What you typed stays until
      you leave this page, so copy it first. {admins.length > 0 ? listWords(admins) : 'An admin of the project'} can let
      you in again.
    </Notice>
  )
}
