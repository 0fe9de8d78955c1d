/** Pieces of patterns that several classes share. */

export const INTEGER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)`;
export const NUMBER = String.raw`(?:${INTEGER}(?:\.\d+)?)`;
/** What may stand between the ends of a range. */
export const TO = String.raw`\s?(?:[-–—~～至到]|——)\s?`;
export const SCALE = '(?:万亿|千亿|百亿|十亿|亿|千万|百万|十万|万|千|百)';

/** Words for what is counted, before which 2 is 两. */
export const MEASURE_WORD =
  '国(?=关系|之间|领导|元首|人民|外长|政府|签)|个小时|个月|个|小时|分钟|公斤|千克|毫克|公里|千米|厘米|毫米|英里|英尺|英寸|平方米|平方公里|立方米|毫升|公顷|海里|美元|欧元|英镑|日元|港元|韩元|人次|人份|' +
  '只|位|名|条|件|张|把|本|辆|台|部|次|天|年|周|岁|秒|倍|种|类|座|栋|幢|间|家|份|道|场|门|套|双|对|副|块|元|角|毛|斤|克|吨|米|里|寸|尺|升|亩|页|句|口|层|组|支|枝|瓶|杯|碗|盒|包|箱|袋|棵|朵|匹|头|群|批|点|声|笔|滴|颗|粒|幅|首|封|顿|趟|遍|回|步|项|款|篇|起|代|股|根|串|排|行|队|架|艘|圈|段|节|针|颗|袭|所|处|方|面|人|字|度|夜|晚|晨|半|磅|盎司|季|集|成|瓣|捆|盘|锅|桶|罐|壶|勺|片|团|束|丝|阵|番|桩|宗|笼|筐|车|床|身|脚|眼|餐|档|局|轮|盏|顶|扇|堵|束|尾|峰|株|丛';

/** Before these 2 stays 二 although they begin like a measure word. */
export const ORDINAL_NOUN =
  '年级|号|楼|级|班|线|路|等|手|胎|月|日|季度|环|维|战|把手|院|组长|线城市|元论|元一次|元二次|代目|次元|次函数|次方|本线|类|点零|年生|度烧伤|道贩子|人转|氧化|进制';
