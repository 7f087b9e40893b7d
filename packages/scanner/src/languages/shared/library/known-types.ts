/** Constructors that open a file. */
export const openedFiles =
  /^(?:FileInputStream|FileOutputStream|FileReader|FileWriter|RandomAccessFile|ZipFile|JarFile|FileStream)$/;

/** Numbers and the like, and what a server hands in beside a request: nothing in them could be code. */
export const plainTypes =
  /^(?:int|long|short|byte|float|double|bool|boolean|number|Integer|Long|Boolean|Double|i32|u32|i64|u64|usize|error|Context|context\.Context|Duration|HttpServletResponse|Response|\??\\?Closure|callable|UUID)$/;
