import { MissingComparison } from '@/components/compare/missing'

export default function PairsNotFound() {
  return <MissingComparison />
}
