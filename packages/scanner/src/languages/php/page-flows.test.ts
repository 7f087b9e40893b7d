import { test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

test('a value that is escaped for text is reported in a script, a style, a comment or without quotes, and nowhere else', () =>
  expectFlows({
    'text.php': `<p class="a"><?php
$name = htmlspecialchars($_GET['name']);
echo $name;
echo "<a title=\\"$name\\" rel='$name'>$name</a>";
echo '<input value="' . htmlentities($_POST['value']) . '">';
?></p>
`,
    'unquoted.php': `<?php
$name = htmlspecialchars($_GET['name']);
echo "<a title=$name>x</a>"; // !xss
echo "<div $name=1>x</div>"; // !xss
echo "<p style=\\"color: $name\\">x</p>"; // !xss
echo '<script>let x = ' . $name . ';</script>'; // !xss
echo "<script>let x = '" . $name . "';</script>";
echo '<script>setTimeout("' . $name . '", 9);</script>'; // !xss
`,
    'script.php': `<script>
// it's theirs
let limit = <?php echo htmlspecialchars($_GET['limit']); // !xss
?>;
let name = "<?php echo htmlspecialchars($_GET['name']); ?>";
let page = <?php echo (int) $_GET['page']; ?>;
let all = <?php echo json_encode($_GET['all']); ?>;
</script>
<b><?php echo htmlspecialchars($_GET['limit']); ?></b>
`,
    'style.php': `<!-- <?php echo htmlspecialchars($_GET['a']); // !xss
?> --><style>p { color: <?php echo htmlspecialchars($_GET['color']); // !xss
?> }</style><?php
function show($name) { echo htmlspecialchars($name); }
show($_GET['name']);
`,
  }));

test('a template name or a method from a request is reported; a random delay and the id of a record are not', () =>
  expectFlows({
    'page.php': `<?php
$twig = new Twig_Environment(new Twig_Loader_String());
$twig->render($_GET['page']); // !template !path
$twig->render('home.html', ['name' => $_GET['name']]);
sleep(rand(0, 3));
`,
    'app/controllers/charts_controller.rb': `class ChartsController < ApplicationController
  def show
    self.try(params[:graph]) # !code
    self.try(:graph)
    user = User.new(params[:user])
    session[:user_id] = user.id
    session[:name] = params[:name] # !trust_boundary
  end
end
`,
  }));

test('removing a single tag protects no page, removing a character does; a value escaped for quotes is only safe inside them', () =>
  expectFlows({
    'filters.php': `<?php
$one = str_replace("<script>", "", $_GET["name"]);
echo "Hello $one"; // !xss
$two = str_replace(array("script", "<b>"), "", $_GET["name"]);
echo "Hello $two"; // !xss
$three = str_replace("<", "", $_GET["name"]);
echo "Hello $three";
$number = $_POST['number'];
if (strchr($number, "'")) exit;
mysqli_query($link, "SELECT a FROM b WHERE c = '$number'");
mysqli_query($link, "SELECT a FROM b WHERE c = $number"); // !sql
`,
  }));
