/** GORM: methods that add to a query. The result has the type of the receiver. */
export const buildingSteps =
  /^(?:Model|Table|Where|Or|Not|Order|Group|Having|Joins|Select|Preload|Limit|Offset|Debug|WithContext|Session|Scopes|Unscoped|Distinct|Omit|Clauses|Begin)$/;
