import type { Metadata } from 'next'
import { Prefetch, titleAfter } from '@/app/prefetch'
import { VersionScreen } from '@/components/chains/version-screen'
import { textOfSegment } from '@/lib/presentation/text-of-segment'
import { pagesOf, queryOf } from '@/lib/queries/query-of'

type VersionPageProps = PageProps<'/p/[project]/chains/[chain]/versions/[version]'>

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  const { project, ...encoded } = await params
  const named = { chain: textOfSegment(encoded.chain), version: textOfSegment(encoded.version) }
  const title = `${named.chain} ${named.version}`
  return titleAfter(queryOf('GET /api/v1/chains/{chain}/versions/{version}', named, { project }), () => title, title)
}

export default async function VersionPage({ params }: VersionPageProps) {
  const { project, ...encoded } = await params
  const named = { chain: textOfSegment(encoded.chain), version: textOfSegment(encoded.version) }
  return (
    <Prefetch
      queries={[
        queryOf('GET /api/v1/chains/{chain}/versions/{version}', named, { project }),
        pagesOf('GET /api/v1/chains/{chain}/versions/{version}/trials', named, { project }),
      ]}
      mustExist
    >
      <VersionScreen key={named.version} project={project} {...named} />
    </Prefetch>
  )
}
