/** Given names that are frequent in English-language news, typed from common knowledge: a family name follows. */
export const givenNames: ReadonlySet<string> = new Set(
  `james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark steven paul
  andrew joshua kevin brian george edward jason jeffrey ryan gary nicholas eric jonathan stephen larry justin scott brandon
  benjamin samuel gregory frank patrick jack dennis jerry adam nathan henry peter kyle harrison harry tom tim jim joe bill bob
  mike dan dave steve chris matt ben sam tony ron ken greg jeff rob rick nick andy josh zach brad chad sean ian neil simon
  mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy margaret sandra ashley kim emily donna
  michelle carol amanda melissa deborah stephanie rebecca laura sharon cynthia kathleen amy angela anna emma nicole helen
  samantha katherine christine rachel maria julia julie kate anne jane lindsay kristen kristin jenny jenna miley taylor
  selena ariana rihanna beyonce britney angelina scarlett charlie justin kanye drake jay leonardo johnny keith bruce louis
  francis francis hugh liam zac channing bradley ellen oprah chelsea hillary barack vladimir angela janet warren elon tim
  satya larry sergey jeff jamie lloyd meg carl alec stan bobby jimmy billy danny eddie freddie gwyneth halle jada kourtney
  khloe kendall kylie lena megan naomi natalie olivia paris reese robin russell ryan seth shia will woody ann barbra celine`
    .trim()
    .split(/\s+/),
)
