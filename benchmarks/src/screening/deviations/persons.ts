/** Deviations of personal names. */
import {
  capital,
  type Deviation,
  type DeviationClass,
  type ListedNames,
  type PersonName,
  some,
  table,
} from './deviation.ts'

const namesPerParameter = 6

/** Given names with a familiar form, as documents and the press use it. */
const familiarForms = table(`
  abigail abby
  adelaide heidi
  agnieszka aga
  albert bert
  alejandra ale
  alfred alf
  alonso lon
  amanda mandy
  anastasia nastya
  anatoliy tolik
  antonina tonya
  arkadiy arkasha
  arthur art
  bartholomew bart
  bartosz bartek
  beatriz bea
  bernard bernie
  bogdan bodya
  calvin cal
  christian chris
  christina tina
  christopher chris
  clifford cliff
  concepcion concha
  constantine kostya
  cornelius neil
  cristina cris
  cynthia cindy
  darya dasha
  deborah debbie
  denis deniska
  dolores lola
  dominik domi
  donald don
  donatella dona
  douglas doug
  edmund ned
  eleanor ellie
  emmanuel manny
  enrique quique
  ernesto neto
  ernest ernie
  eusebio chebo
  ferdinand ferdi
  fernando nando
  filipp filya
  florence flo
  frederica freddie
  friedrich fritz
  gabriel gabe
  gabriela gabi
  galina galya
  gennadiy gena
  geoffrey geoff
  gilbert gil
  gonzalo gonza
  grigoriy grisha
  guadalupe lupita
  gustavo gus
  hannelore hanne
  harold hal
  herbert herb
  howard howie
  ignacio nacho
  ilya ilyusha
  irina ira
  isabella bella
  jacqueline jackie
  jeffrey jeff
  jennifer jenny
  jessica jess
  johannes hannes
  jonathan jon
  josephine josie
  joshua josh
  judith judy
  katarzyna kasia
  kimberly kim
  kirill kirya
  konstantin kostya
  krzysztof krzys
  leonard lenny
  leonardo leo
  leopold poldi
  lyudmila lyuda
  madeleine maddie
  maksim maks
  malgorzata gosia
  manuel manolo
  marina marisha
  maximilian max
  melissa mel
  mercedes merche
  mitchell mitch
  mohammed mo
  nadezhda nadya
  natalia natasha
  nathaniel nate
  nikita nikitka
  oksana ksyusha
  olga olya
  oliver ollie
  orlando lando
  pamela pam
  patricio pato
  polina polya
  rafael rafa
  raymond ray
  rebecca becky
  reginald reggie
  roberta bobbie
  roman roma
  rosario charo
  rostislav slava
  rudolf rudi
  ruslan rusik
  salvatore toto
  samantha sam
  santiago santi
  sebastian seb
  silvester sly
  sofia sonya
  stephanie steph
  stanley stan
  taras tarasik
  tatiana tanya
  terence terry
  teresa tere
  theresa terri
  tigran tiko
  timofey tima
  tobias tobi
  tomasz tomek
  ulrich uli
  vadim vadik
  valentin valya
  valentina valya
  vasiliy vasya
  veronica ronnie
  victoria vicky
  vincent vinny
  violeta viole
  virginia ginny
  vsevolod seva
  walter walt
  wenceslas wenzel
  wojciech wojtek
  yaroslav yarik
  yekaterina katya
  yelena lena
  yevgeniya zhenya
  yuriy yura
  zinaida zina
  zoya zoyka
  zbigniew zbyszek
`)

/** Given names of which one begins or ends like the other, and which two people have. */
const otherNames = table(`
  alan alana
  albert alberta
  andrea andreas
  anton antonia
  bernard bernadette
  carl carla
  charles charlotte
  christian christine
  claude claudia
  daniel daniela
  denis denise
  emil emilia
  eric erica
  ernest ernestine
  eugene eugenia
  fernando fernanda
  francis frances
  frederic frederica
  gabriel gabriela
  george georgina
  gerald geraldine
  harry harriet
  henri henrietta
  ivan ivana
  jan jana
  jean jeanne
  joan joanna
  joseph josephine
  julian juliana
  justin justina
  leon leona
  louis louise
  marc marcella
  marin marina
  mario maria
  martin martina
  maxim maxima
  michel michelle
  nicolas nicole
  oleg olga
  oliver olivia
  patrick patricia
  paul paula
  philip philippa
  robert roberta
  roman romana
  simon simona
  stefan stefania
  stephan stephanie
  theodor theodora
  valentin valentina
  victor victoria
  viktor viktoria
  vincent vincenta
`)

const familyNames = (names: ListedNames) => names.persons.filter(({ family }) => family.length > 4)

const renamed = ({ family }: PersonName, given: string): string => `${capital(given)} ${family}`

export const familiar: DeviationClass = {
  name: 'familiar form',
  make: (names) => [
    ...familiarForms.flatMap(([full = '', short = ''], row) =>
      some(familyNames(names), 3, row * 7).map((person, i): Deviation => {
        const asked = renamed(person, i % 2 === 0 ? short : full)
        const listed = `${person.family.toUpperCase()}, ${capital(i % 2 === 0 ? full : short)}`
        return { parameter: `${full} ${short}`, type: 'individual', query: asked, listed, isMatch: true }
      }),
    ),
    ...otherNames.flatMap(([one = '', other = ''], row) =>
      some(familyNames(names), 4, row * 5).map((person): Deviation => {
        const listed = `${person.family.toUpperCase()}, ${capital(other)}`
        return { parameter: `${one} ${other}`, type: 'individual', query: renamed(person, one), listed, isMatch: false }
      }),
    ),
  ],
}

/** What a family name ends in, and what it ends in elsewhere. `-` adds to a name that ends in a consonant. */
const familyEndings = table(`
  ov ovas
  ov ovs
  ov ova
  ov ovaite
  ev evas
  ev evs
  ev eva
  ev eviene
  in inas
  in ins
  in ina
  in inova
  in inis
  sky skis
  sky skaya
  sky ska
  sky skaia
  skiy skis
  skiy skaya
  skiy ska
  skiy skijs
  skiy skyi
  ski ska
  ski skis
  ski skas
  ich icius
  ich icova
  ich ics
  enko enkova
  enko enkas
  enko enka
  ko kos
  uk ukas
  uk uks
  uk ukova
  an anas
  an ans
  an anova
  ar aras
  ar arova
  er eris
  er ers
  er erova
  el elis
  el elova
  is iou
  is i
  os ou
  os o
  as a
  ak akas
  ak akova
  ak aki
  ek kova
  ik ikas
  ik ikova
  ik iks
  ac acova
  y aya
  iy aya
  iy ijs
  ev evaite
  in inaite
  in iniene
  a ova
  ka kova
  a as
`)

/** The same of given names, which Baltic and Greek texts inflect as well. */
const givenEndings = table(`
  r ras
  r rs
  r ros
  n nas
  n ns
  n nos
  l lis
  l ls
  m mas
  m ms
  m mos
  y ijus
  y ejs
  y ios
  iy ijus
  iy ijs
  ey ejus
  ey ejs
  d das
  d ds
  v vas
  v vs
  t tas
  t ts
  s sas
  b bas
  k kas
  k ks
`)

const changed = (word: string, ending: string, other: string): string =>
  word.slice(0, word.length - ending.length) + other

export const endings: DeviationClass = {
  name: 'ending',
  make: ({ persons }) => {
    const fit = (part: (person: PersonName) => string, ending: string, min: number) =>
      persons.filter((person) => part(person).endsWith(ending) && part(person).length >= ending.length + min)
    const family = familyEndings.flatMap(([ending = '', other = ''], row) =>
      some(
        fit(({ family }) => family, ending, 3),
        namesPerParameter,
        row,
      ).map(
        (person): Deviation => ({
          parameter: `family ${ending} ${other}`,
          type: 'individual',
          query: `${person.given.join(' ')} ${changed(person.family, ending, other)}`,
          listed: person.listed,
          isMatch: true,
        }),
      ),
    )
    const given = givenEndings.flatMap(([ending = '', other = ''], row) =>
      some(
        fit(({ given }) => given[0] ?? '', ending, 3),
        namesPerParameter,
        row,
      ).map(
        (person): Deviation => ({
          parameter: `given ${ending} ${other}`,
          type: 'individual',
          query: `${[changed(person.given[0] ?? '', ending, other), ...person.given.slice(1)].join(' ')} ${person.family}`,
          listed: person.listed,
          isMatch: true,
        }),
      ),
    )
    // A sister bears the name of her brother in both of its parts.
    const sisters = table(
      'aleksandr\nivan\nviktor\nvalentin\nyevgeniy\nmikhail\nkonstantin\nstanislav\nvladislav\nroman\npavel\nmarin',
    ).flatMap(([brother = ''], row) =>
      some(
        fit(({ family }) => family, 'ov', 3),
        namesPerParameter,
        row,
      ).map(
        (person): Deviation => ({
          parameter: `sister of ${brother}`,
          type: 'individual',
          query: `${capital(brother.replace(/iy$/, 'iy'))}a ${person.family}a`,
          listed: `${person.family.toUpperCase()}, ${capital(brother)}`,
          isMatch: false,
        }),
      ),
    )
    return [...family, ...given, ...sisters]
  },
}

/** Letters that transliterations put for each other at the beginning of a name: no conflict between them. */
const sameSounds = ['aeiouyjh', 'ckqgxhs', 'vwbfp', 'szctjx', 'dtz', 'lr', 'mn']
const soundAlike = (one: string, other: string): boolean =>
  one === other || sameSounds.some((letters) => letters.includes(one) && letters.includes(other))

/** A title and one name have no name in the middle. */
const titles = new Set('Mufti Sheikh Haji Hajji Mullah Maulavi Qari Hafiz Ustad Dr Abu'.split(' '))

export const middleInitials: DeviationClass = {
  name: 'middle initial',
  make: ({ persons }) => {
    const middles = persons.filter(
      ({ given }) => given.length === 2 && !titles.has(given[0] ?? '') && (given[1] ?? '').length > 3,
    )
    const letters = [...'abcdefghijklmnoprstvwyz']
    return some(middles, 240, 0).flatMap((person, i): Deviation[] => {
      const [first = '', middle = ''] = person.given
      const own = middle.charAt(0).toLowerCase()
      const another = letters[(i * 7) % letters.length] ?? 'q'
      const full = `${first} ${middle} ${person.family}`
      const withInitial = (letter: string) => `${first} ${letter.toUpperCase()}. ${person.family}`
      const pair = (query: string, listed: string, isMatch: boolean): Deviation => ({
        parameter: `${own} ${another}`,
        type: 'individual',
        query,
        listed,
        isMatch,
      })
      const same = [
        pair(withInitial(own), person.listed, true),
        pair(full, `${person.family.toUpperCase()}, ${first} ${own.toUpperCase()}.`, true),
      ]
      if (soundAlike(own, another)) return same
      return [
        ...same,
        pair(withInitial(another), person.listed, false),
        pair(withInitial(another), `${person.family.toUpperCase()}, ${first} ${own.toUpperCase()}.`, false),
      ]
    })
  },
}
