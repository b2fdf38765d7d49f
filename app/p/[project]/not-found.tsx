import { headers } from 'next/headers'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PAGE_PATH_HEADER } from '@/lib/auth/page-path'

// Plain links only: the script of this page is part of every page of the project.
export default async function ProjectNotFound() {
  const [home = '/'] = /^\/p\/[^/?]+/.exec((await headers()).get(PAGE_PATH_HEADER) ?? '') ?? []
  return (
    <PageNotFound
      link={(className) => (
        <a href={home} className={className}>
          Go to the overview
        </a>
      )}
    />
  )
}
