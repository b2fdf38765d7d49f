import { MissingComparison } from '@/components/compare/missing'

export default function ComparisonNotFound() {
  return <MissingComparison />
}
