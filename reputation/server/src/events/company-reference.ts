import Type from 'typebox'

/** How an event names the company it is for. */
export const CompanyReference = Type.Object(
  {
    id: Type.String({ examples: ['cmp_01kd3f9n8x4s6t2v7w0y5z1a3b'] }),
    name: Type.String({ examples: ['Example Ltd'] }),
    slug: Type.String({ description: 'A short name for addresses.', examples: ['example'] }),
  },
  { title: 'CompanyReference', description: 'The company that owns the API key.' },
)
export type CompanyReference = Type.Static<typeof CompanyReference>
